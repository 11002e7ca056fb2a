-- Performers whom staff features: lists and the first row of the home page show them.
alter table accounts add column is_featured boolean not null default false;

-- It stands on cards, too.
create or replace trigger listed_changed after update on accounts for each row
  when ((old.type = 'model' or new.type = 'model') and (
    old.type, old.username, old.display_name, old.gender, old.birth_date, old.country_code, old.region, old.languages,
    old.tags, old.user_roles, old.avatar_url, old.picture_url, old.settings, old.compliance_status, old.suspended_at,
    old.is_voyeur_cam, old.show_age, old.display_age, old.is_featured
  ) is distinct from (
    new.type, new.username, new.display_name, new.gender, new.birth_date, new.country_code, new.region, new.languages,
    new.tags, new.user_roles, new.avatar_url, new.picture_url, new.settings, new.compliance_status, new.suspended_at,
    new.is_voyeur_cam, new.show_age, new.display_age, new.is_featured
  )) execute function note_listed_change();
