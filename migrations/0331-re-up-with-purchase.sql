-- Consents to automatic purchases that were given with a purchase on a biller's page, by its order: they count once that
-- order is paid and has left a card.
create table re_up_promises (
  order_id uuid primary key references orders (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  -- What was agreed to, word for word; the card is that of the order.
  terms text not null,
  agreed_at timestamptz not null,
  -- The card that the order has left.
  card_id uuid references cards (id)
);
create index re_up_promises_account on re_up_promises (account_id);

-- What the package cost and brought when it was agreed to: it is never bought for more, or for less of it. Null: agreed to
-- before prices could change.
alter table re_ups
  add column agreed_cents integer,
  add column agreed_tokens integer;
