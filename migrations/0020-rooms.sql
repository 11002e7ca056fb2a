-- The room of a model: at most one broadcast, one status.
create table rooms (
  account_id bigint primary key references accounts (id) on delete cascade,
  status text not null default 'offline'
    check (status in ('connected', 'limited', 'offline', 'online', 'online_ai', 'private', 'reconnecting', 'standby')),
  previous_status text,
  subject text not null default '' check (char_length(subject) <= 250),
  subject_color text check (subject_color ~ '^#[0-9a-f]{6}$'),
  broadcast_id uuid,
  session_id text,
  stream_name text,
  width integer,
  height integer,
  streaming_tech text not null default 'webrtc' check (streaming_tech in ('obs', 'webrtc')),
  started_at timestamptz,
  -- Since when the picture is missing; the room goes offline 60 s later (rule S206).
  gone_at timestamptz,
  last_online_at timestamptz,
  version bigint not null default 0
);
create index rooms_open on rooms (status) where status <> 'offline';

create table follows (
  follower_id bigint not null references accounts (id) on delete cascade,
  model_id bigint not null references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, model_id)
);
create index follows_model on follows (model_id);

create table notices (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  url text,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notices_account on notices (account_id, id desc);
create index notices_unread on notices (account_id) where read_at is null;
