-- Keys by which an encoder publishes; only their hashes are kept.
create table stream_keys (
  account_id bigint primary key references accounts (id) on delete cascade,
  key_hash bytea not null unique,
  -- The end of the key, so that its owner can tell it from an older one.
  tail text not null check (char_length(tail) = 4),
  created_at timestamptz not null default now()
);

-- The model's choices for broadcasting.
alter table rooms add column standby_enabled boolean not null default false;
alter table rooms add column standby_notifications_enabled boolean not null default false;

-- When followers were last told that the model is live; at most once in four hours (rule S202).
alter table rooms add column followers_told_at timestamptz;

-- Mails of a machine without a mail server.
create table kept_mails (
  id bigint generated always as identity primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  created_at timestamptz not null default now()
);

-- A password, passkey or code was given lately: what needs one is open until then.
alter table sessions add column sudo_until timestamptz;

-- Rooms whose password a login session or guest has given; the hash of the password ends with a new one.
create table room_password_grants (
  session_id text not null,
  model_id bigint not null references accounts (id) on delete cascade,
  password_hash bytea not null,
  granted_until timestamptz not null,
  primary key (session_id, model_id)
);
create index room_password_grants_until on room_password_grants (granted_until);

-- What models recorded of their broadcasts, before it becomes media.
create table recordings (
  id uuid primary key,
  -- Where the picture changed its format a recording has several files, each a row of its own.
  origin_id uuid not null,
  part integer not null default 0,
  account_id bigint not null references accounts (id) on delete cascade,
  broadcast_id uuid not null,
  kind text not null check (kind in ('public', 'private', 'limited')),
  state text not null check (state in ('recording', 'processing', 'ready', 'failed')),
  started_at timestamptz not null default now(),
  duration_ms bigint,
  size_bytes bigint,
  -- Names below the blob store; null until the file is whole.
  video_blob text,
  poster_blob text,
  failure text,
  unique (origin_id, part)
);
create index recordings_account on recordings (account_id, id desc);
create index recordings_open on recordings (broadcast_id) where state in ('recording', 'processing');
