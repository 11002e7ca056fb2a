-- Shows that are paid by the minute: privates, those who spy on them, and what is counted and charged for each.

-- What is delivered to somebody with a seat is counted for a meter.
alter table room_seats add column meter_id uuid;

-- One payer's time in one show (S11, S17). A step is an interval of ten delivered seconds; step 0 is what the first
-- picture costs. What is due is written before the ledger is asked, so that whoever goes on asks for the same.
create table show_meters (
  meter_id uuid primary key,
  show_id uuid not null,
  kind text not null check (kind in ('private', 'spy')),
  payer_id bigint not null references accounts (id) on delete cascade,
  receiver_id bigint not null references accounts (id) on delete cascade,
  -- Tokens a minute; 0: nobody pays.
  price integer not null check (price >= 0),
  -- So many seconds are held in advance.
  ahead_seconds integer not null check (ahead_seconds > 0),
  startup_tokens integer not null default 0 check (startup_tokens >= 0),
  delivered_ms bigint not null default 0 check (delivered_ms >= 0),
  due_steps integer not null default -1,
  paid_steps integer not null default -1 check (paid_steps <= due_steps),
  -- Fixed when the meter stops; null while it runs.
  final_tokens integer check (final_tokens >= 0),
  closed_at timestamptz,
  version integer not null default 0
);
create index show_meters_show on show_meters (show_id);

create table privates (
  show_id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  payer_id bigint not null references accounts (id) on delete cascade,
  state text not null check
    (state in ('requested', 'starting', 'running', 'settling', 'ended', 'declined', 'expired', 'failed')),
  type text not null check (type in ('private', 'exclusive')),
  source text not null,
  price integer not null check (price > 0),
  -- Held at the start, and with every extension more.
  prepaid_seconds integer not null check (prepaid_seconds > 0),
  with_cam2cam boolean not null,
  message text,
  -- Why it ended, expired or failed.
  reason text,
  asked_at timestamptz not null default clock_timestamp(),
  -- Of a request.
  expires_at timestamptz not null,
  -- The first picture has to be there until then.
  starts_by timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  duration_seconds integer,
  tokens_charged integer,
  tokens_returned integer,
  -- The node that counts, until then.
  node text,
  lease_until timestamptz,
  version integer not null default 0
);
create unique index privates_of_room on privates (room_id) where state in ('starting', 'running', 'settling');
create index privates_open on privates (state, room_id) where state in ('requested', 'starting', 'running', 'settling');
create index privates_of_payer on privates (payer_id, asked_at desc);
create index privates_of_model on privates (room_id, asked_at desc);

create table spies (
  spy_id uuid primary key,
  show_id uuid not null,
  room_id bigint not null references accounts (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  state text not null check (state in ('preview', 'spying', 'settling', 'ended')),
  is_free boolean not null,
  reason text,
  began_at timestamptz not null default clock_timestamp(),
  -- Of a preview; of a spy without a picture.
  ends_by timestamptz,
  ended_at timestamptz,
  duration_seconds integer,
  tokens_charged integer,
  version integer not null default 0
);
create index spies_open on spies (room_id) where state in ('preview', 'spying', 'settling');
create index spies_of_account on spies (account_id, began_at desc);

-- A viewer has at most one request, private or spy at a time (S18).
create table show_places (
  account_id bigint primary key references accounts (id) on delete cascade,
  place_id uuid not null,
  kind text not null check (kind in ('private', 'spy')),
  room_id bigint not null references accounts (id) on delete cascade
);

create table private_discounts (
  room_id bigint primary key references accounts (id) on delete cascade,
  rate integer not null check (rate between 5 and 50),
  until timestamptz not null
);

-- Who waits until a performer is free: no request, and nothing is held.
create table private_line (
  room_id bigint not null references accounts (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (room_id, account_id)
);

create table private_pings (
  from_id bigint not null references accounts (id) on delete cascade,
  to_id bigint not null references accounts (id) on delete cascade,
  at timestamptz not null,
  primary key (from_id, to_id)
);
