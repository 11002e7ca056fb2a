-- A post of a biller is a fact about an order, kept once by the biller's id. What an order is follows from all of
-- its facts together, whatever order they came in.
alter table postbacks
  add column order_id uuid,
  -- Bytes and headers as they were received, for disputes; dropped when they are old.
  add column raw bytea,
  add column headers text,
  -- How often working it off failed, when it is tried again, and since when it is no longer tried.
  add column tries smallint not null default 0,
  add column again_at timestamptz not null default now() + interval '10 seconds',
  add column failure text,
  add column quarantined_at timestamptz;
update postbacks set order_id = substring(body from '"orderId":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"')::uuid;
create index postbacks_of_order on postbacks (order_id) where order_id is not null;
drop index postbacks_open;
create index postbacks_open on postbacks (again_at) where done_at is null and quarantined_at is null;
create index postbacks_quarantined on postbacks (quarantined_at) where done_at is null and quarantined_at is not null;
create index postbacks_raw on postbacks (received_at) where raw is not null;

-- What an order has changed in the ledger, or is about to: each transfer's id is written down before it is sent, so
-- that a repeat after a crash is the same transfer. Numbers are given under the order's lock and carried out in turn.
create table order_bookings (
  order_id uuid not null references orders (id),
  number smallint not null,
  kind text not null check (kind in ('purchase', 'refund', 'chargeback', 'restored')),
  tokens integer not null check (tokens > 0),
  transfer_id uuid not null unique,
  -- The credit that a refund or chargeback takes back.
  reverses uuid,
  done_at timestamptz,
  primary key (order_id, number),
  check ((reverses is not null) = (kind in ('refund', 'chargeback')))
);

-- Money that a biller took and that pays for nothing: a second payment of an order, or one of another amount.
create table suspended_payments (
  biller text not null,
  transaction_id text not null,
  order_id uuid not null references orders (id),
  reason text not null check (reason in ('second_payment', 'amount_differs')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  since timestamptz not null default now(),
  -- When it was paid back, or found its order.
  resolved_at timestamptz,
  primary key (biller, transaction_id, order_id)
);
create index suspended_payments_open on suspended_payments (since) where resolved_at is null;
