-- Purchases that were refused because too much of the same came too fast, for staff to see.
create table purchase_blocks (
  account_id bigint not null references accounts (id) on delete cascade,
  reason text not null check (reason in ('orders', 'declines', 'cards', 'network')),
  -- How many there were, and at how many purchases stop.
  count integer not null,
  stops_at integer not null,
  tries integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (account_id, reason)
);
create index purchase_blocks_newest on purchase_blocks (last_at desc);
