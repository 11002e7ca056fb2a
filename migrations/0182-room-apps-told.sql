-- What a room was told of its apps: every change counts, not only payments, so that a pause that nobody was told of
-- is told later.
alter table room_apps
  add column changes int not null default 0,
  add column told_changes int not null default 0;
drop index room_apps_untold;
create index room_apps_untold on room_apps (changed_at)
  where told_number < feed_number or told_changes < changes;
