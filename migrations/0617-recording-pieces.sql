-- A recording that runs is kept in pieces, which are joined to its file when it is over. One run is what one media process
-- records of it without a break; after a crash another one begins.
create table recording_runs (
  -- No key of recordings: what is left of one that is gone is looked for here.
  origin_id uuid not null,
  -- When it began by the clock of its machine, in Unix milliseconds.
  run bigint not null,
  -- Nothing more comes of it.
  ended_at timestamptz,
  primary key (origin_id, run)
);

create table recording_pieces (
  origin_id uuid not null,
  run bigint not null,
  -- From 0; a number that is missing was lost.
  nth integer not null,
  -- When its first picture came, in Unix milliseconds.
  started_ms bigint not null,
  -- Of its first picture on the clock of its run, in milliseconds.
  from_ms double precision not null,
  duration_ms double precision not null,
  -- SHA-256.
  sum bytea not null,
  size_bytes bigint,
  -- The header, which is the first thing in the file.
  init_bytes integer not null,
  init_sum bytea,
  has_poster boolean not null default false,
  noted_at timestamptz not null default now(),
  -- Null: its file may be there, and may be not.
  stored_at timestamptz,
  primary key (origin_id, run, nth)
);

-- Nothing more is added to it since then.
alter table recordings add column ended_at timestamptz;
-- Until then a node joins its pieces.
alter table recordings add column join_until timestamptz;
-- Seconds of it that were lost: [[from, to], …].
alter table recordings add column gaps jsonb;
-- allowed: the table has a row for each recording, and few of them wait to be joined
create index recordings_to_join on recordings (ended_at) where state = 'processing';
