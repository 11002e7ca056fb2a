-- Memberships are bought like packages of tokens; a period brings some tokens, too. The version before would list them
-- among the packages if they were offered in its sense.
alter table products
  add column membership text,
  -- The product of which this one is an offer at a price of one person's own.
  add column offer_of text;
insert into products (internal_id, tokens, amount_cents, position, is_oneclick, is_offered, membership) values
  ('membership_premium', 110, 999, 20, false, false, 'premium'),
  ('membership_vip', 220, 2999, 21, false, false, 'vip'),
  ('membership_super_vip', 550, 6999, 22, false, false, 'super_vip');
-- Bought by those alone who have an offer of it.
insert into products (internal_id, tokens, amount_cents, position, is_oneclick, is_offered, membership, offer_of)
select internal_id || suffix, tokens, amount_cents, position, false, false, membership, internal_id
from products cross join (values ('_winback'), ('_grandfathered')) as offers (suffix)
where membership is not null;

-- A price that one person may buy a product for, once.
create table personal_offers (
  account_id bigint not null references accounts (id),
  internal_id text not null references products (internal_id),
  amount_cents integer not null check (amount_cents > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (account_id, internal_id)
);

-- One for each order of a membership that was paid; what somebody is follows from these alone.
create table membership_periods (
  order_id uuid primary key references orders (id),
  account_id bigint not null references accounts (id),
  membership text not null check (membership in ('premium', 'vip', 'super_vip')),
  -- What a period of it costs everybody: by this, days of one are worth days of another.
  list_cents integer not null check (list_cents > 0),
  -- What the next period costs this person.
  renewal_cents integer not null check (renewal_cents > 0),
  paid_at timestamptz not null,
  is_reversed boolean not null
);
create index membership_periods_account on membership_periods (account_id);

create table memberships (
  account_id bigint primary key references accounts (id),
  membership text not null check (membership in ('premium', 'vip', 'super_vip')),
  ends_at timestamptz not null,
  is_running boolean not null,
  auto_renew boolean not null,
  renewal_cents integer not null,
  -- The order by which the next period is charged: written before the biller is asked.
  renewal_order uuid,
  failed_tries smallint not null default 0,
  next_try_at timestamptz not null,
  cancel_reason text,
  is_told boolean not null default false
);
create index memberships_due on memberships (next_try_at) where auto_renew and is_running;
create index memberships_ending on memberships (ends_at) where is_running;
create index memberships_untold on memberships (account_id) where not is_told;
