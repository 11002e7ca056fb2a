-- What staff does, each entry chained to the one before by its hash. Rows are only added: the role of the site may neither
-- change nor take any away, and triggers refuse it to everybody else.
create table audit_entries (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  actor_id bigint,
  actor text not null,
  action text not null,
  target text not null,
  ip text not null,
  -- JSON as it was hashed.
  detail text not null,
  hash bytea not null check (length(hash) = 32)
);
create index audit_of_actor on audit_entries (actor, number desc);
create index audit_of_target on audit_entries (target, number desc);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % refused', tg_op using errcode = '55000';
end $$;
create trigger no_change before update or delete on audit_entries for each row execute function refuse_audit_change();
create trigger no_truncate before truncate on audit_entries for each statement execute function refuse_audit_change();

-- Refunds that staff asks a biller for. The row is written before the biller is asked, so that a repeat asks no more.
create table order_refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  transaction_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  asked_by bigint not null,
  reason text not null,
  state text not null default 'asking' check (state in ('asking', 'asked', 'refused', 'unknown')),
  asked_at timestamptz not null default now(),
  answered_at timestamptz
);
create index order_refunds_of_order on order_refunds (order_id, asked_at desc);
-- One at a time: a second press while the biller is being asked finds the first.
create unique index order_refunds_open on order_refunds (order_id) where state = 'asking';

-- Orders that a bank has charged back, newest first.
-- allowed: nothing is public yet whose version before would wait for it
create index order_bookings_disputed on order_bookings (order_id desc) where kind = 'chargeback';
