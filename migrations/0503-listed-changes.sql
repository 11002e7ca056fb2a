-- Which performers have changed, so that the lists in memory read those alone. One row for each that ever changed; the
-- time is that of the newest change.
create table listed_changes (
  account_id bigint primary key,
  changed_at timestamptz not null default clock_timestamp()
);
create index listed_changes_newest on listed_changes (changed_at);

create function note_listed_change() returns trigger language plpgsql as $$
begin
  insert into listed_changes (account_id) values (coalesce(new.id, old.id))
    on conflict (account_id) do update set changed_at = clock_timestamp();
  return null;
end $$;

create trigger listed_made after insert on accounts for each row
  when (new.type = 'model') execute function note_listed_change();
create trigger listed_gone after delete on accounts for each row
  when (old.type = 'model') execute function note_listed_change();
create trigger listed_changed after update on accounts for each row
  when ((old.type = 'model' or new.type = 'model') and (
    old.type, old.username, old.display_name, old.gender, old.birth_date, old.country_code, old.region, old.languages,
    old.tags, old.user_roles, old.avatar_url, old.picture_url, old.settings, old.compliance_status, old.suspended_at,
    old.is_voyeur_cam
  ) is distinct from (
    new.type, new.username, new.display_name, new.gender, new.birth_date, new.country_code, new.region, new.languages,
    new.tags, new.user_roles, new.avatar_url, new.picture_url, new.settings, new.compliance_status, new.suspended_at,
    new.is_voyeur_cam
  )) execute function note_listed_change();
