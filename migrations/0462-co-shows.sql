-- Two performers who do a show together (machine 35): what was asked and became of it, and which rooms are in one now.

create table co_shows (
  co_show_id uuid primary key,
  from_id bigint not null references accounts (id) on delete cascade,
  to_id bigint not null references accounts (id) on delete cascade check (to_id <> from_id),
  state text not null default 'asked' check
    (state in ('asked', 'running', 'declined', 'withdrawn', 'expired', 'ended')),
  -- False: the one who is asked ignores the one who asks, and is told nothing.
  is_heard boolean not null,
  asked_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  started_at timestamptz,
  -- When it left what it was last: the answer, or the end.
  closed_at timestamptz,
  -- Why it ended.
  reason text check (reason in ('ended', 'show', 'offline'))
);
create unique index co_shows_asked_by on co_shows (from_id) where state = 'asked';
create index co_shows_asked_of on co_shows (to_id) where state = 'asked';
create index co_shows_of_pair on co_shows (from_id, to_id, closed_at desc);
create index co_shows_old on co_shows (asked_at);

-- A room is in one co-show at a time.
create table co_show_rooms (
  account_id bigint primary key references accounts (id) on delete cascade,
  co_show_id uuid not null references co_shows (co_show_id) on delete cascade,
  -- The broadcast that it began with.
  broadcast_id uuid not null
);
create index co_show_rooms_of on co_show_rooms (co_show_id);
