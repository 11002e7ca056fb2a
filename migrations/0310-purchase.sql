-- A product that one biller alone sells. Its own column says so, since the version before offers all that is offered
-- at every biller: such a product is not offered in its sense.
alter table products add column only_at text;
-- allowed: one row, at a place of its own
insert into products (internal_id, tokens, bonus_tokens, amount_cents, position, is_offered, only_at)
  values ('1_100', 100, 0, 1000, 0, false, 'rocketfuel');

-- A higher limit of spending that somebody has chosen and that counts from a later moment on.
create table daily_limit_raises (
  account_id bigint primary key references accounts (id) on delete cascade,
  -- Tokens a day; 0: no limit.
  daily_limit bigint not null check (daily_limit >= 0),
  due_at timestamptz not null
);
create index daily_limit_raises_due on daily_limit_raises (due_at);
