-- Earnings ripen: how far each person's feeds are counted, and what of them is ripe, moved on and kept back.
create table earning_ripening (
  account_id bigint primary key references accounts (id),
  -- The last numbers that were counted in the feeds of the purses of earnings and of reserve.
  earning_number bigint not null default 0,
  reserve_number bigint not null default 0,
  -- Days up to this one are in ripe_tokens, later ones in earning_days.
  ripe_through date not null,
  -- Bought tokens earned until then, without what was taken back of them since.
  ripe_tokens bigint not null default 0,
  -- What has left the purse of earnings for the others, less what came back.
  moved_tokens bigint not null default 0
);
create table earning_days (
  account_id bigint not null references accounts (id),
  day date not null,
  tokens bigint not null,
  primary key (account_id, day)
);
-- What is kept back against chargebacks, by the day on which it is free.
create table earning_reserves (
  account_id bigint not null references accounts (id),
  release_on date not null,
  tokens bigint not null,
  primary key (account_id, release_on)
);
-- The last day on which everybody's earnings were looked through.
create table earning_sweeps (
  day date primary key,
  finished_at timestamptz not null
);
