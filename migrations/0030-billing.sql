-- What can be bought: ten tokens to the dollar, and the bonus on top.
create table products (
  internal_id text primary key check (internal_id ~ '^(membership_)?[a-z0-9_]{1,40}$'),
  tokens integer not null check (tokens > 0),
  bonus_tokens integer not null default 0 check (bonus_tokens >= 0),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  label text,
  is_oneclick boolean not null default true,
  position smallint not null,
  is_offered boolean not null default true
);
insert into products (internal_id, tokens, bonus_tokens, amount_cents, label, position) values
  ('tokens_50', 50, 0, 500, null, 1),
  ('tokens_100', 100, 0, 1000, null, 2),
  ('tokens_200', 200, 0, 2000, null, 3),
  ('tokens_500', 500, 50, 5000, null, 4),
  ('tokens_1000', 1000, 150, 10000, null, 5),
  ('tokens_2000', 2000, 400, 20000, null, 6);

-- An intent to buy; only a verified post of the biller makes it succeed.
create table orders (
  id uuid primary key,
  account_id bigint not null references accounts (id),
  biller text not null,
  internal_id text not null references products (internal_id),
  -- Credited when it succeeds, bonus included.
  tokens integer not null,
  amount_cents integer not null,
  currency text not null,
  state text not null default 'created'
    check (state in ('created', 'sent', 'pending', 'succeeded', 'declined', 'expired', 'refunded', 'charged_back')),
  decline_code text,
  transaction_id text,
  transfer_id uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index orders_account on orders (account_id, id desc);
create index orders_open on orders (created_at) where state in ('created', 'sent', 'pending');

-- Posts of billers as they came, kept before they are answered; worked off once each.
create table postbacks (
  id uuid primary key,
  biller text not null,
  event_id text not null,
  body text not null,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  outcome text,
  unique (biller, event_id)
);
create index postbacks_open on postbacks (received_at) where done_at is null;

-- One effect per biller's transaction and kind, whatever order and number of posts come.
create table biller_transactions (
  biller text not null,
  transaction_id text not null,
  kind text not null,
  order_id uuid not null references orders (id),
  created_at timestamptz not null default now(),
  primary key (biller, transaction_id, kind)
);

-- A card that the biller keeps; we hold its token and what may be shown of it.
create table cards (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  biller text not null,
  card_token text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  created_at timestamptz not null default now(),
  unique (account_id, biller, card_token)
);
