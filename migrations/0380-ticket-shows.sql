-- Shows for those who have a ticket (machine 5), and the tickets. A ticket's id is that of its hold and of its meter.

create table ticket_shows (
  show_id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  state text not null check (state in ('announced', 'running', 'settling', 'settled', 'canceled')),
  -- Tokens.
  ticket_price integer not null check (ticket_price > 0),
  recording_price integer not null check (recording_price >= 0),
  message text not null,
  starts_at timestamptz,
  refund_minutes integer not null check (refund_minutes >= 0),
  -- Canceled at its time where fewer are sold; 0: never.
  min_sold integer not null check (min_sold >= 0),
  sold integer not null default 0,
  -- Why it ended or was canceled.
  reason text,
  announced_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  -- So long there was a picture, counted until then.
  delivered_ms bigint not null default 0,
  counted_at timestamptz,
  -- Its tickets are settled and its app is gone.
  closed_at timestamptz,
  version integer not null default 0
);
create unique index ticket_shows_of_room on ticket_shows (room_id) where state in ('announced', 'running');
create index ticket_shows_open on ticket_shows (show_id) where closed_at is null;
create index ticket_shows_of_model on ticket_shows (room_id, announced_at desc);

create table tickets (
  ticket_id uuid primary key,
  show_id uuid not null references ticket_shows (show_id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  state text not null default 'held' check (state in ('held', 'paid', 'returned')),
  price integer not null,
  bought_at timestamptz not null default clock_timestamp(),
  -- The first picture that was delivered.
  joined_at timestamptz,
  watched_ms bigint not null default 0,
  -- Decided once, before any money moves; null: not yet.
  outcome text check (outcome in ('paid', 'returned')),
  settled_at timestamptz
);
-- Who has one back may buy another.
create unique index tickets_of_show on tickets (show_id, account_id) where state <> 'returned';
create index tickets_held on tickets (show_id) where state = 'held';
create index tickets_of_account on tickets (account_id, bought_at desc);
