-- Accounts of the house's own tests are a mark, not a role (W60).
alter table accounts add column is_test boolean not null default false;
update accounts set is_test = true, user_roles = array_remove(user_roles, 'test') where 'test' = any (user_roles);

-- The closed list of roles (UserRole of the wire).
alter table accounts add constraint accounts_user_roles check (user_roles <@ array[
  'remote_logging', 'dick_ratings', 'lovense_tester', 'force_registration_popup', 'model_admin', 'site_mod',
  'high_model_fraud', 'require_credit_card', 'ingest_tester', 'dvr', 'vr', 'linked_accounts', 'pps_program',
  'speed_date_enabled', 'auditor']);

-- Offices of the house and of studios beside is_admin and is_studio_owner.
alter table accounts add column is_super_admin boolean not null default false;
alter table accounts add column is_studio_pay boolean not null default false;
alter table accounts add column is_substudio_manager boolean not null default false;
alter table accounts add column is_direct_pay boolean not null default false;
