-- Cameras of people who are not the performer of a room, and who may watch each. The id is the one that media knows.

create table cameras (
  camera_id uuid primary key,
  owner_id bigint not null references accounts (id) on delete cascade,
  -- 128-bit random; watching needs a token of it besides.
  stream_name text not null unique,
  has_sound boolean not null,
  -- `waiting` for the first picture, `live`, `missing` once it has stopped, `closed` for good.
  state text not null default 'waiting' check (state in ('waiting', 'live', 'missing', 'closed')),
  opened_at timestamptz not null default clock_timestamp(),
  live_at timestamptz,
  gone_at timestamptz,
  closed_at timestamptz
);
create index cameras_closed on cameras (closed_at) where state = 'closed';
create index cameras_of_owner on cameras (owner_id);

-- One line for each pair and direction: this person may watch this camera.
create table camera_viewers (
  camera_id uuid not null references cameras (camera_id) on delete cascade,
  viewer_id bigint not null references accounts (id) on delete cascade,
  primary key (camera_id, viewer_id)
);
create index camera_viewers_of_viewer on camera_viewers (viewer_id);

-- Viewers who ask a performer to look at their camera (machine 6). A camera has the id of its request.
create table sharecams (
  request_id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  viewer_id bigint not null references accounts (id) on delete cascade,
  has_sound boolean not null,
  -- The login session that asked; null where the camera came with a private's request.
  login text,
  state text not null check (state in ('asked', 'accepted', 'ready', 'declined', 'canceled', 'expired', 'ended')),
  -- Why it has ended.
  reason text,
  -- The private that it is part of, and ends with.
  show_id uuid,
  asked_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  ready_at timestamptz,
  ended_at timestamptz
);
-- Nobody shows the own camera in two rooms at once.
create unique index sharecams_open_of_viewer on sharecams (viewer_id) where state in ('asked', 'accepted', 'ready');
create index sharecams_open_of_room on sharecams (room_id) where state in ('asked', 'accepted', 'ready');
create index sharecams_of_room on sharecams (room_id);
create index sharecams_ended on sharecams (ended_at) where ended_at is not null;
