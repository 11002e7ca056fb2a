-- Tips that several people give together (machine 8). One row is one split with everybody's part, so that a change
-- of it is one transaction under one lock; it names every hold before the ledger is asked for it.
create table tip_splits (
  split_id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  proposer_id bigint not null references accounts (id) on delete cascade,
  -- opening: the proposer's own part is not held yet; settling: all seats are taken and the ledger pays.
  state text not null check (state in ('opening', 'proposed', 'settling', 'success', 'canceled')),
  target_splitters integer not null check (target_splitters between 2 and 20),
  split_amount integer not null check (split_amount > 0),
  comment text,
  -- A list of {accountId, holdId, state, at}.
  parts jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Its end was shown long enough: the room is free for the next.
  is_closed boolean not null default false,
  version integer not null default 1,
  -- Counts what the room is told of, and how far it was told.
  news integer not null default 0,
  told_news integer not null default 0
);
create unique index tip_splits_running on tip_splits (room_id) where state in ('opening', 'proposed', 'settling');
create index tip_splits_shown on tip_splits (room_id, created_at) where not is_closed;
create index tip_splits_unrested on tip_splits (changed_at) where not is_closed or told_news < news;
create index tip_splits_ended on tip_splits (ended_at) where is_closed;
