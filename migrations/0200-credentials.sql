-- Links that are mailed to confirm an address, to set a new password, or to take a changed address back.
create table account_links (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('reset', 'confirm', 'keep')),
  -- SHA-256 of what the mail says; null until the mail is written. The value itself is kept nowhere.
  token_hash bytea unique,
  -- The address that the link is about.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_account on account_links (account_id, purpose, created_at);
create index account_links_expiry on account_links (expires_at);

-- Where a login session was opened.
alter table sessions add column country text check (country ~ '^[A-Z]{2}$');
