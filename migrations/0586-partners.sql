-- Partners who bring people: accounts that come from them, and the links that they hand over.

create table partners (
  id uuid primary key,
  name text not null,
  -- Where people of this partner go when they log out.
  domain text not null unique,
  -- The secret follows from the site's own one, the id and this.
  secret_version integer not null default 1,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now()
);

create table partner_links (
  -- Of the token, which nobody keeps.
  digest bytea primary key,
  kind text not null check (kind in ('login', 'register')),
  partner_id uuid not null references partners (id) on delete cascade,
  -- Of the request that it was made for: one request makes one link.
  mac bytea not null unique,
  email text not null,
  account_id bigint references accounts (id) on delete cascade,
  suggested_username text not null default '',
  return_to text not null default '/',
  expires_at timestamptz not null,
  taken_at timestamptz
);
create index partner_links_old on partner_links (expires_at);
create index partner_links_of_account on partner_links (account_id);

create table partner_accounts (
  account_id bigint primary key references accounts (id) on delete cascade,
  partner_id uuid not null references partners (id),
  created_at timestamptz not null default now()
);
create index partner_accounts_of_partner on partner_accounts (partner_id);
