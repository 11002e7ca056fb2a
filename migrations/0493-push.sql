-- Browsers that are told what happens while no page is open, each by the push service of its maker.

create table push_subscriptions (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- What the service gave the browser; who knows it can send nothing without our key.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_account on push_subscriptions (account_id, created_at);

-- When an account's pages last said that they are subscribed.
create table push_reports (
  account_id bigint primary key references accounts (id) on delete cascade,
  player_id text not null,
  reported_at timestamptz not null default now()
);
