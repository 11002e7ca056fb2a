-- Persons. Money lives in the ledger, not here.
create table accounts (
  id bigint generated always as identity primary key,
  username text not null unique check (username ~ '^[a-z0-9][a-z0-9_]{2,19}$'),
  display_name text not null check (char_length(display_name) between 1 and 40),
  email text not null,
  email_confirmed boolean not null default false,
  password_hash text not null,
  gender text not null check (gender in ('c', 'f', 'm', 't')),
  type text not null check (type in ('model', 'other')),
  birth_date date not null,
  membership text check (membership in ('vip', 'super_vip', 'premium')),
  compliance_status text not null default 'none'
    check (compliance_status in ('none', 'pending', 'approved', 'rejected', 'expired')),
  user_roles text[] not null default '{}',
  is_studio_owner boolean not null default false,
  is_admin boolean not null default false,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  region text,
  languages text[] not null default '{}',
  tags text[] not null default '{}',
  about text not null default '',
  avatar_url text,
  picture_url text,
  settings jsonb not null default '{}',
  -- The demo's own people; they exist only with DEMO=1.
  is_demo boolean not null default false,
  suspended_at timestamptz,
  suspension_until timestamptz,
  suspension_reason text,
  last_login_at timestamptz,
  last_login_country text,
  created_at timestamptz not null default now()
);
-- An address belongs to one confirmed account only.
create unique index accounts_confirmed_email on accounts (lower(email)) where email_confirmed;
create index accounts_email on accounts (lower(email));
create index accounts_models on accounts (gender) where type = 'model' and compliance_status = 'approved';
create extension if not exists pg_trgm;
create index accounts_name_search on accounts using gin ((username || ' ' || lower(display_name)) gin_trgm_ops)
  where type = 'model';

-- A login. The cookie's value is never stored, only its SHA-256.
create table sessions (
  id_hash bytea primary key,
  public_id uuid not null unique,
  account_id bigint not null references accounts (id) on delete cascade,
  user_agent text not null default '',
  address text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);

-- Single-use keys of the sockets; lost with a crash, pages then ask for new ones.
create unlogged table node_tokens (
  token_hash bytea primary key,
  account_id bigint,
  guest_id text,
  session_id uuid,
  room text,
  expires_at timestamptz not null
);
create index node_tokens_age on node_tokens (expires_at);
