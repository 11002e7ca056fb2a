-- Months of the ledger that are over for good are sealed: what each account had at the end, counts, and a hash over all
-- rows and the seal before. A sealed month can leave the database for a file and come back. Rules L31 to L36 are in
-- apps/site/src/features/ledger/SPEC.md.

create table ledger.seals (
  -- The first day of the month, in UTC.
  month date primary key,
  -- closing: takes no rows any more, and is being added up. sealed: its rows are here. detached: they are in the file.
  state text not null check (state in ('closing', 'sealed', 'detached')),
  -- Ids from the first (inclusive) to the second (exclusive).
  id_from uuid not null,
  id_to uuid not null,
  transfers bigint,
  legs bigint,
  holds bigint,
  -- SHA-256 of the rows as lines of text, of the balances, and of both with the seal before.
  content bytea,
  balances bytea,
  hash bytea,
  sealed_at timestamptz,
  file text,
  file_bytes bigint,
  file_hash bytea,
  detached_at timestamptz,
  restored_at timestamptz,
  check (state = 'closing' or hash is not null),
  check (state <> 'detached' or file_hash is not null)
);

-- Where an account stood after the last of its numbers in a sealed month, for accounts with rows in that month; an
-- account without a row is as the month before left it.
create table ledger.sealed_balances (
  account bigint not null,
  month date not null references ledger.seals (month) on delete cascade,
  -- What the month's own rows changed, and what this and all months before have changed. Each adds up to 0.
  change bigint not null,
  balance bigint not null,
  -- The last number that stands in the month, and what stood in the balance after it: what is checked later goes on from
  -- there. A hold that is voided long after has a late number.
  feed bigint not null,
  posted bigint not null,
  reversed bigint not null,
  promo bigint not null,
  primary key (account, month)
);
create index sealed_balances_of_month on ledger.sealed_balances (month);

-- Whether what has this id stands in a file and not here.
create function ledger.is_detached(p_id uuid) returns boolean language sql stable cost 1000
return exists (select from ledger.seals where state = 'detached' and p_id >= id_from and p_id < id_to);

-- Before this id there is a file; null while there is none.
create function ledger.detached_until() returns uuid language sql stable
return (select id_to from ledger.seals where state = 'detached' order by month desc limit 1);

-- Where an account stood at the end of the last month that is not here: what comes later goes on from it.
create function ledger.detached_balance(p_account bigint)
  returns table (feed bigint, posted bigint, reversed bigint, promo bigint) language sql stable
begin atomic
  select b.feed, b.posted, b.reversed, b.promo from ledger.sealed_balances b
  where b.account = p_account
    and b.month <= (select s.month from ledger.seals s where s.state = 'detached' order by s.month desc limit 1)
  order by b.month desc limit 1;
end;

-- What a seal says of everything before it, and of its own month.
create function ledger.seal_hash(p_before bytea, p_month date, p_transfers bigint, p_legs bigint, p_holds bigint,
  p_content bytea, p_balances bytea) returns bytea language sql immutable
return sha256(coalesce(p_before, '') || convert_to(
  format('%s %s %s %s', to_char(p_month, 'YYYY-MM'), p_transfers, p_legs, p_holds), 'UTF8') || p_content || p_balances);

-- The balances of a month as they are hashed.
create function ledger.sealed_balances_hash(p_month date) returns bytea language sql stable
return (select sha256(convert_to(coalesce(string_agg(
    format('%s %s %s %s %s %s %s', account, change, balance, feed, posted, reversed, promo), E'\n' order by account), ''), 'UTF8'))
  from ledger.sealed_balances where month = p_month);

create function ledger.refuse_sealed() returns trigger language plpgsql as $$
begin
  raise exception 'the month of % is sealed', tg_table_name using errcode = '55000';
end $$;

-- Writes where every account with rows in a month stood after the last of its numbers there. Numbers that stand in a later
-- month and came before that one count, so that a balance follows from what came before it and nothing else.
create function ledger.add_up_month(p_month date, p_from uuid, p_to uuid) returns void language sql as $$
  with mine as materialized (
    select account, amount, number from ledger.entries where transfer_id >= p_from and transfer_id < p_to),
  numbers as (
    select account, number from mine where number is not null
    union all select receiver, feed from ledger.holds where id >= p_from and id < p_to and feed is not null
    union all select receiver, void_feed from ledger.holds where id >= p_from and id < p_to and void_feed is not null),
  changes as (select account, sum(amount)::bigint change from mine group by account),
  tops as (select account, max(number) top from numbers group by account),
  touched as materialized (
    select coalesce(c.account, t.account) account, coalesce(c.change, 0) change, coalesce(before.feed, 0) was, coalesce(before.posted, 0) posted,
      coalesce(before.balance, 0) balance,
      coalesce(before.reversed, 0) reversed, coalesce(before.promo, 0) promo,
      greatest(coalesce(t.top, 0), coalesce(before.feed, 0)) top
    from changes c full join tops t using (account) left join lateral (
      select * from ledger.sealed_balances s where s.account = coalesce(c.account, t.account) and s.month < p_month
      order by s.month desc limit 1) before on true)
  insert into ledger.sealed_balances (account, month, change, balance, feed, posted, reversed, promo)
    select a.account, p_month, change, balance + change, top,
      a.posted + case when a.account < 8 then a.change else m.amount end, a.reversed + m.reversed, a.promo + m.promo
    from touched a cross join lateral (
      select coalesce(sum(amount), 0)::bigint amount, coalesce(sum(promo), 0)::bigint promo,
        coalesce(-sum(amount) filter (where is_refund), 0)::bigint reversed
      from (
        select -debit_tokens amount, -coalesce(debit_promo, 0) promo,
          exists (select from ledger.refunds r where r.original = t.cause and r.transfer_id = t.id) is_refund
        from ledger.transfers t where t.debit = a.account and t.debit_number > a.was and t.debit_number <= a.top
          and t.id >= p_from and a.account > 7
        union all
        select credit_tokens, coalesce(credit_promo, 0), false from ledger.transfers t
        where t.credit = a.account and t.credit_number > a.was and t.credit_number <= a.top and t.id >= p_from
          and a.account > 7
        union all
        select tokens, coalesce(promo, 0), tokens < 0 from ledger.legs l
        where l.account = a.account and l.number > a.was and l.number <= a.top and l.transfer_id >= p_from
          and a.account > 7) moved) m
$$;
revoke execute on function ledger.add_up_month(date, uuid, uuid) from public;
