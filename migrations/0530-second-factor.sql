-- A second step at log-in, and passkeys: what proves beside the password who somebody is.

create table totp_secrets (
  account_id bigint primary key references accounts (id) on delete cascade,
  -- Sealed with a key that the database does not hold.
  secret bytea not null,
  -- The newest period of thirty seconds whose code was taken; no code of it or before is taken again.
  last_step bigint not null,
  -- Wrong codes since then; many of them stop strangers, see check-code.ts.
  wrong_count int not null default 0,
  wrong_since timestamptz not null default now(),
  created_at timestamptz not null default now()
);

-- A secret that was shown and not proven yet; a newer one takes its place.
create table totp_setups (
  account_id bigint primary key references accounts (id) on delete cascade,
  id uuid not null,
  secret bytea not null,
  expires_at timestamptz not null
);

create table recovery_codes (
  account_id bigint not null references accounts (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Log-ins whose password was right and whose second step is open.
create table login_challenges (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- The password that was proven, as it was kept then: a later one ends this.
  password_hash text not null,
  -- Key of the guest who gave the password; nobody else goes on with it.
  visitor text not null,
  remember boolean not null,
  tries_left int not null,
  expires_at timestamptz not null
);
create index login_challenges_of_account on login_challenges (account_id);
create index login_challenges_by_end on login_challenges (expires_at);

create table passkeys (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often it has signed, where it counts; a number that goes back is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_account on passkeys (account_id, created_at);

create table passkey_challenges (
  id uuid primary key,
  -- Null: to log in, or in place of a code.
  account_id bigint references accounts (id) on delete cascade,
  -- Key of whoever asked for it; nobody else answers it.
  visitor text not null,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);
