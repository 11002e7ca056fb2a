-- Rooms that show a house by several cameras (machine 31).
alter table accounts add column is_voyeur_cam boolean not null default false;

-- What is bought there is counted as shows are, and nothing beyond it is held.
alter table show_meters drop constraint show_meters_kind_check;
alter table show_meters add constraint show_meters_kind_check
  check (kind in ('private', 'spy', 'voyeur')) not valid;
alter table show_meters drop constraint show_meters_ahead_seconds_check;
alter table show_meters add constraint show_meters_ahead_seconds_check check (ahead_seconds >= 0) not valid;

create table voyeur_houses (
  room_id bigint primary key references accounts (id) on delete cascade,
  -- The camera that is shown while nobody controls; null: the first that has a picture.
  home text check (home in ('bedroom', 'kitchen', 'shower', 'living')),
  -- What everybody was last told to see; null: no picture.
  shown text,
  shown_camera uuid
);

create table voyeur_cameras (
  room_id bigint not null references accounts (id) on delete cascade,
  name text not null check (name in ('bedroom', 'kitchen', 'shower', 'living')),
  -- The open camera, which media knows by this; null: switched off.
  camera_id uuid unique,
  -- Of its key, by which an encoder sends it.
  key_hash bytea unique,
  tail text check (char_length(tail) = 4),
  primary key (room_id, name)
);

-- Free looks. The id is the one by which media counts what is delivered.
create table voyeur_looks (
  look_id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  viewer_id bigint not null references accounts (id) on delete cascade,
  day date not null default (clock_timestamp() at time zone 'utc')::date,
  seconds integer not null check (seconds > 0),
  -- Delivered milliseconds, by the name of each media process.
  used jsonb not null default '{}',
  -- Login sessions that were given a token.
  sessions text[] not null default '{}',
  token_at timestamptz not null default clock_timestamp()
);
create index voyeur_looks_of_viewer on voyeur_looks (viewer_id, room_id, day);
create index voyeur_looks_day on voyeur_looks (day);

-- Time that was bought. It has a meter of the same id.
create table voyeur_times (
  time_id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  viewer_id bigint not null references accounts (id) on delete cascade,
  state text not null default 'running' check (state in ('running', 'settling', 'ended')),
  -- All that was bought and is held, from the start.
  seconds integer not null check (seconds > 0),
  reason text,
  sessions text[] not null default '{}',
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  tokens_charged integer
);
create unique index voyeur_times_running on voyeur_times (room_id, viewer_id) where state = 'running';
create index voyeur_times_open on voyeur_times (room_id) where state <> 'ended';
create index voyeur_times_of_viewer on voyeur_times (viewer_id, began_at desc);

-- Purchases by the key of their call: one that is repeated adds nothing.
create table voyeur_purchases (
  purchase_id uuid primary key,
  time_id uuid not null references voyeur_times (time_id) on delete cascade
);
create index voyeur_purchases_of_time on voyeur_purchases (time_id);

-- Turns at the camera that everybody sees. Each has a hold of the same id.
create table voyeur_turns (
  turn_id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  viewer_id bigint not null references accounts (id) on delete cascade,
  camera text not null check (camera in ('bedroom', 'kitchen', 'shower', 'living')),
  tokens integer not null check (tokens > 0),
  state text not null default 'queued' check (state in ('queued', 'running', 'settling', 'ended')),
  asked_at timestamptz not null default clock_timestamp(),
  -- Its place follows from this; who was absent when called goes to the end once.
  queued_at timestamptz not null default clock_timestamp(),
  was_absent boolean not null default false,
  began_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  reason text,
  -- Fixed by the first who ends it.
  tokens_charged integer check (tokens_charged >= 0)
);
create unique index voyeur_turns_running on voyeur_turns (room_id) where state = 'running';
create unique index voyeur_turns_of_viewer on voyeur_turns (viewer_id) where state in ('queued', 'running');
create index voyeur_turns_open on voyeur_turns (room_id, queued_at) where state <> 'ended';
create index voyeur_turns_of_account on voyeur_turns (viewer_id);
