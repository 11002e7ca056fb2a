-- Sign-in by accounts elsewhere (Google, Facebook).
create table oauth_logins (
  provider text not null check (provider in ('google', 'facebook')),
  -- The person's number at the provider.
  subject text not null,
  account_id bigint not null references accounts (id) on delete cascade,
  email text,
  linked_at timestamptz not null default now(),
  -- The account was made by it, and nobody has set a password since.
  is_only_way boolean not null default false,
  primary key (provider, subject),
  unique (account_id, provider)
);

-- Log-ins that have begun. The browser carries the state, of which the digest alone is kept.
create table oauth_attempts (
  state_digest bytea primary key,
  provider text not null,
  visitor text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  intent text not null check (intent in ('login', 'link')),
  expires_at timestamptz not null
);
create index oauth_attempts_expiry on oauth_attempts (expires_at);

-- People whom a provider knows and the site does not, until they have finished their account.
create table oauth_newcomers (
  visitor text primary key,
  provider text not null,
  subject text not null,
  email text,
  is_verified boolean not null,
  name text not null,
  expires_at timestamptz not null
);
create index oauth_newcomers_expiry on oauth_newcomers (expires_at);
