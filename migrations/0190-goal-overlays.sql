-- The address by which a performer shows her goal in her encoder. Its key is made of the account and this number and
-- a secret of the site, so that it can be shown again and is not kept; a greater number ends the key before it.
create table goal_overlays (
  account_id bigint primary key references accounts (id) on delete cascade,
  key_version integer not null default 1,
  changed_at timestamptz not null default now()
);
