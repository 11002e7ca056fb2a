-- Cards on file, post-pay and automatic purchases.
alter table cards
  add column is_default boolean not null default false,
  add column exp_month smallint,
  add column exp_year smallint,
  -- Its charges stand in the books, so its row stays.
  add column deleted_at timestamptz;

-- Who signed that a card is theirs.
create table card_affidavits (
  card_id uuid primary key references cards (id) on delete cascade,
  signature text not null,
  address text not null,
  user_agent text not null,
  signed_at timestamptz not null default now()
);

-- What an order is for: `purchase` by the person, `postpay` what is owed, `re_up` automatic.
alter table orders add column purpose text not null default 'purchase';

-- Never offered: orders of these say themselves how much is paid for how many tokens, or put a card on file.
insert into products (internal_id, tokens, amount_cents, position, is_offered, is_oneclick) values
  ('postpay', 10, 100, 0, false, true),
  ('card_on_file', 20, 200, 0, false, true);

-- A credit line (machine 22).
create table postpay_lines (
  account_id bigint primary key references accounts (id) on delete cascade,
  state text not null check (state in ('declined', 'active', 'settling', 'past_due', 'suspended', 'closed')),
  -- Grows with every change: of two that read the same row one writes.
  version integer not null default 1,
  limit_tokens integer not null check (limit_tokens >= 0),
  card_id uuid references cards (id),
  -- No new credit any more; what is owed is settled by the ordinary rule.
  is_ending boolean not null default false,
  was_charged_back boolean not null default false,
  -- Tokens of credit in use when the line was last looked at, since when, and when they last grew.
  used_tokens integer not null default 0,
  owed_since timestamptz,
  last_spend_at timestamptz,
  -- The order of the open charge, written before the biller is asked, and what it charges.
  charge_id uuid,
  charge_tokens integer,
  failures smallint not null default 0,
  past_due_since timestamptz,
  next_try_at timestamptz,
  -- The number of the one-time link that declines it.
  decline_number integer not null default 0,
  accepted_at timestamptz not null default now(),
  -- What the settings were told of it.
  shown text
);
create index postpay_lines_open on postpay_lines (account_id) where state in ('active', 'settling', 'past_due');

-- Automatic purchases (machine 23).
create table re_ups (
  account_id bigint primary key references accounts (id) on delete cascade,
  -- Grows with every change: of two that read the same row one writes.
  version integer not null default 1,
  is_enabled boolean not null,
  internal_id text references products (internal_id),
  below_tokens integer,
  card_id uuid references cards (id),
  per_day smallint,
  cents_per_month integer,
  consented_at timestamptz,
  disabled_by_user boolean not null default false,
  failures smallint not null default 0,
  -- The order of the open charge, written before the biller is asked.
  order_id uuid,
  -- What there was to spend at the last look: less of it now means that something was spent.
  seen_tokens bigint,
  -- When a page of theirs was last open.
  page_at timestamptz,
  -- When they were last told that a cap keeps it from charging.
  capped_at timestamptz
);
create index re_ups_enabled on re_ups (account_id) where is_enabled;

-- What somebody agreed to, word for word; never changed.
create table re_up_consents (
  account_id bigint not null references accounts (id) on delete cascade,
  agreed_at timestamptz not null default now(),
  terms text not null
);
create index re_up_consents_account on re_up_consents (account_id, agreed_at);
