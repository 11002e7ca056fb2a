-- Logos of fan clubs. Of one club at most one is shown and one waits for staff.

create table fan_logos (
  id uuid primary key,
  model_id bigint not null references accounts (id) on delete cascade,
  -- new: its file is not there yet; kept: a complaint has taken it off the page; given_up: and its performer has taken
  -- it away since; dropped: its file goes next.
  state text not null default 'new'
    check (state in ('new', 'waiting', 'shown', 'kept', 'given_up', 'dropped')),
  created_at timestamptz not null default now(),
  -- While set, no page names the file.
  withheld_at timestamptz
);
create index fan_logos_of_model on fan_logos (model_id);
create unique index fan_logos_shown on fan_logos (model_id) where state = 'shown';
create unique index fan_logos_waiting on fan_logos (model_id) where state = 'waiting';
create index fan_logos_in_review on fan_logos (id) where state = 'waiting';
create index fan_logos_loose on fan_logos (created_at) where state in ('new', 'dropped');

-- Logos in complaints, and in the index of what performers were in (18 U.S.C. 2257).

-- allowed: it widens what is taken, and checks no row that is there
alter table complaint_items drop constraint complaint_items_kind_check;
alter table complaint_items add constraint complaint_items_kind_check
  check (kind in ('page', 'avatar', 'message_picture', 'recording', 'media', 'fan_logo')) not valid;
-- allowed: it widens what is taken, and checks no row that is there
alter table performer_contents drop constraint performer_contents_kind_check;
alter table performer_contents add constraint performer_contents_kind_check
  check (kind in ('recording', 'message_picture', 'avatar', 'house_camera', 'media', 'fan_logo')) not valid;

-- From when it is shown until another takes its place.
create function note_fan_logo() returns trigger language plpgsql as $$
begin
  if new.state = 'shown' then
    insert into performer_contents (id, account_id, kind, started_at)
      values (new.id, new.model_id, 'fan_logo', now()) on conflict (id) do update set ended_at = null;
  end if;
  update performer_contents set removed_at = new.withheld_at,
      ended_at = case when new.state = 'shown' then null else coalesce(ended_at, now()) end
    where id = new.id;
  return null;
end $$;
create trigger fan_logo_noted after update of state, withheld_at on fan_logos
  for each row execute function note_fan_logo();
create trigger fan_logo_erased after delete on fan_logos
  for each row execute function note_file_erased();
