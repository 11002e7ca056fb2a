-- Whoever is banned or silenced by the house appeals that as a suspension is appealed.
alter table appeals alter column ref_id drop not null;
-- The ban or silence; null: of a suspension.
alter table appeals add column sanction_id uuid references house_sanctions (id);
alter table appeals drop constraint appeals_about_check;
alter table appeals add constraint appeals_about check (about in ('suspension', 'ban', 'content')) not valid;
alter table appeals add constraint appeals_of_one check (num_nonnulls(ref_id, sanction_id) > 0) not valid;
-- allowed: appeals of one site are few rows; the index is built in a moment
create unique index appeals_of_sanction on appeals (sanction_id);
