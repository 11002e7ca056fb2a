/**
 * The invariants of the ledger as queries that return what breaks them. Each takes its scope as parameters
 * and gives rows of (finding, account, transfer_id, detail).
 */

/** Whose account it may be. */
const isAccount = (account: string): string =>
  `(${account} between 1 and 5 or ${account} < 0 or ${account} > 8 and ${account} % 8 between 1 and 4)`;

/**
 * Transfers with ids from $1 (inclusive) to $2 (exclusive): consistent in themselves, and with legs, holds and refunds.
 */
export const transferChecks: readonly string[] = [
  `with l as (
     select transfer_id, sum(tokens)::bigint tokens, count(*) from ledger.legs
     where transfer_id >= $1 and transfer_id < $2 group by transfer_id)
   select case when t.id is null then 'leg_without_transfer' when l.transfer_id is null then 'missing_leg'
       else 'unbalanced_transfer' end finding,
     t.credit account, coalesce(t.id, l.transfer_id) transfer_id,
     format('legs of %s instead of %s', coalesce(l.tokens, 0), coalesce(t.leg_tokens, 0)) detail
   from (select * from ledger.transfers where id >= $1 and id < $2) t full join l on l.transfer_id = t.id
   where coalesce(t.leg_tokens, 0) <> coalesce(l.tokens, 0) or t.id is null`,

  `select case when not ${isAccount('account')} then 'unknown_account'
       when account < 8 then 'system_entry_numbered' else 'entry_without_number' end finding,
     account, transfer_id, null::text detail
   from (
     select id transfer_id, debit account, debit_number number, debit_after after from ledger.transfers
       where id >= $1 and id < $2
     union all select id, credit, credit_number, credit_after from ledger.transfers where id >= $1 and id < $2
     union all select transfer_id, account, number, after from ledger.legs
       where transfer_id >= $1 and transfer_id < $2) e
   where not ${isAccount('account')} or (account < 8) <> (number is null) or (account < 8) <> (after is null)`,

  `select 'account_without_balance' finding, e.account, min(e.transfer_id::text)::uuid transfer_id, null::text detail
   from ledger.entries e left join ledger.balances b on b.account = e.account
   where e.transfer_id >= $1 and e.transfer_id < $2 and e.account > 7 and b.account is null group by e.account`,

  // Only a refund pays out more than it takes, and one of many captures a token per part, see the total checks;
  // elsewhere the platform's part is never negative, and cents have none.
  `select 'wrong_fee' finding, null::bigint account, t.id transfer_id,
     format('%s taken, %s given', t.debit_tokens, t.credit_tokens + coalesce(t.leg_tokens, 0)) detail
   from ledger.transfers t left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
   where t.id >= $1 and t.id < $2 and (
     r.transfer_id is null and t.credit_tokens + coalesce(t.leg_tokens, 0) > t.debit_tokens
       and not exists (select from ledger.holds h where h.id = t.cause and h.share > 0
         and t.credit_tokens + coalesce(t.leg_tokens, 0) - t.debit_tokens <= coalesce(cardinality(h.legs), 0))
       and not ledger.is_detached(t.cause)
     or r.transfer_id is not null and t.debit_tokens > t.credit_tokens
     or t.debit < 0 and (t.debit_tokens <> t.credit_tokens or t.leg_tokens is not null))`,

  // Tokens that nobody paid for go along in proportion, rounded down; gifts are such tokens whole.
  `select 'wrong_promotional_part' finding, t.credit account, t.id transfer_id,
     format('%s of %s given, %s of %s got', t.debit_promo, t.debit_tokens, t.credit_promo, t.credit_tokens) detail
   from ledger.transfers t left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
   where t.id >= $1 and t.id < $2 and r.transfer_id is null and case
     when t.debit < 8 then t.debit_promo is not null or coalesce(t.credit_promo, t.credit_tokens) <> t.credit_tokens
     else coalesce(t.debit_promo, 0) > t.debit_tokens or t.credit > 7 and
       coalesce(t.credit_promo, 0) <> t.credit_tokens * coalesce(t.debit_promo, 0) / greatest(t.debit_tokens, 1) end
   union all
   select 'wrong_promotional_part', l.account, l.transfer_id, format('%s of %s got', l.promo, l.tokens)
   from ledger.legs l join ledger.transfers t on t.id = l.transfer_id
     left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
   where l.transfer_id >= $1 and l.transfer_id < $2 and r.transfer_id is null
     and coalesce(l.promo, 0) <> l.tokens * coalesce(t.debit_promo, 0) / greatest(t.debit_tokens, 1)`,

  `select case when r.transfer_id is null and h.id is null then 'unknown_cause'
       when r.transfer_id is not null then 'refund_differs'
       else 'hold_post_differs' end finding, t.debit account, t.id transfer_id, null::text detail
   from ledger.transfers t
     left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
     left join ledger.holds h on h.id = t.cause
   where t.id >= $1 and t.id < $2 and t.cause is not null
     and (r.transfer_id is null and h.id is null and not ledger.is_detached(t.cause)
       or r.transfer_id is not null and r.amount <> t.credit_tokens
       or r.transfer_id is null and h.id is not null
         and (h.state = 0 or h.posted < t.debit_tokens or h.account <> t.debit
           or h.share = 0 and (h.state <> 2 or h.posted <> t.debit_tokens)))`,

  `select 'hold_posted_over' finding, h.account, h.id transfer_id, format('%s of %s', h.posted, h.amount) detail
   from ledger.holds h where h.id >= $1 and h.id < $2 and (h.posted > h.amount or h.promo > h.amount - h.posted)
   union all
   select 'hold_posted_twice', min(t.debit), min(t.id::text)::uuid, h.id::text
   from ledger.transfers t join ledger.holds h on h.id = t.cause
   where t.id >= $1 and t.id < $2 and h.share = 0 group by h.id having count(*) > 1`,

  // Neighbours in an account's feed within the range; the whole chain is the account checks' affair.
  `select case when number = before_number then 'duplicate_feed_number' else 'broken_chain' end finding,
     account, transfer_id, format('%s after %s', balance_after, before_balance) detail
   from (
     select *, lag(number) over same before_number, lag(balance_after) over same before_balance
     from ledger.entries where transfer_id >= $1 and transfer_id < $2 and account > 7
     window same as (partition by account order by number, transfer_id)) e
   where number = before_number or (number = before_number + 1 and balance_after <> before_balance + amount)`,

  // All refunds together of each original refunded in this range, for everybody with a share.
  `with original as (
     select distinct r.original id from ledger.transfers t
       join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id where t.id >= $1 and t.id < $2),
   sums as (
     select o.id, o.credit, o.debit_tokens gross, o.credit_tokens net, sum(r.amount)::bigint back,
       sum(t.debit_tokens)::bigint given, count(*) - count(t.id) lost,
       coalesce(o.debit_promo, 0) promo, sum(coalesce(t.credit_promo, 0))::bigint promo_back,
       coalesce(o.credit_promo, 0) net_promo, sum(coalesce(t.debit_promo, 0))::bigint promo_given
     from original join ledger.transfers o using (id) join ledger.refunds r on r.original = o.id
       left join ledger.transfers t on t.id = r.transfer_id
     where not exists (
       select from ledger.refunds f where f.original = o.id and ledger.is_detached(f.transfer_id))
     group by o.id, o.credit, o.debit_tokens, o.credit_tokens, o.debit_promo, o.credit_promo)
   select case when back > gross then 'refund_over_original' when lost > 0 then 'refund_without_transfer'
       else 'wrong_refund_share' end finding, credit account, id transfer_id,
     format('%s of %s back, receiver gave %s of %s', back, gross, given, net) detail
   from sums where back > gross or lost > 0 or given <> div(back::numeric * net, greatest(gross, 1))
     or promo_back <> div(back::numeric * promo, greatest(gross, 1))
     or promo_given <> div(back::numeric * net_promo, greatest(gross, 1))
   union all
   select 'wrong_refund_share', l.account, s.id,
     format('%s of %s back, a part of %s gave %s', back, gross, l.tokens, coalesce(g.given, 0))
   from sums s join ledger.legs l on l.transfer_id = s.id cross join lateral (
     select -coalesce(sum(b.tokens), 0)::bigint given, -coalesce(sum(coalesce(b.promo, 0)), 0)::bigint promo
     from ledger.refunds r join ledger.legs b on b.transfer_id = r.transfer_id and b.account = l.account
     where r.original = s.id) g
   where g.given <> div(back::numeric * l.tokens, greatest(gross, 1))
     or g.promo <> div(back::numeric * coalesce(l.promo, 0), greatest(gross, 1))`,
];

/** What the account checks read as `scope`: accounts, whether to look at their whole life, uncounted kinds. */
export const accountScope =
  'with scope as (select $1::bigint[] accounts, $2::boolean whole, $3::smallint[] uncounted)';

/** Accounts against their entries and holds since they last added up, or since their beginning. */
export const accountChecks: readonly string[] = [
  `with a as materialized (
     select b.*, coalesce(c.feed, 0) c_feed, coalesce(c.posted, 0) c_posted, coalesce(c.reversed, 0) c_reversed,
       coalesce(c.promo, 0) c_promo
     from ledger.balances b left join lateral (
       select feed, posted, reversed, promo from ledger.checked
         where account = b.account and not (select whole from scope)
       union all select * from ledger.detached_balance(b.account)
       order by feed desc limit 1) c on true
     where b.account = any((select accounts from scope)::bigint[])),
   e as materialized (
     select a.account, a.c_posted, t.id transfer_id, t.debit_number number, -t.debit_tokens amount,
       t.debit_after balance_after, -coalesce(t.debit_promo, 0) promo, t.cause, true is_debit
     from a join ledger.transfers t on t.debit = a.account and t.debit_number > a.c_feed
     union all
     select a.account, a.c_posted, t.id, t.credit_number, t.credit_tokens, t.credit_after,
       coalesce(t.credit_promo, 0), t.cause, false
     from a join ledger.transfers t on t.credit = a.account and t.credit_number > a.c_feed
     union all
     select a.account, a.c_posted, l.transfer_id, l.number, l.tokens, l.after, coalesce(l.promo, 0),
       case when l.tokens < 0 then (select t.cause from ledger.transfers t where t.id = l.transfer_id) end, l.tokens < 0
     from a join ledger.legs l on l.account = a.account and l.number > a.c_feed),
   chain as (
     select *, coalesce(lag(balance_after) over (partition by account order by number, transfer_id), c_posted) before
     from e),
   numbers as (
     select account, number, transfer_id id from e
     union all select a.account, h.feed, h.id from a join ledger.holds h on h.receiver = a.account and h.feed > a.c_feed
     union all select a.account, h.void_feed, h.id
       from a join ledger.holds h on h.receiver = a.account and h.void_feed > a.c_feed),
   counts as (select account, count(distinct number) n, max(number) top from numbers group by account),
   sums as (select account, sum(amount)::bigint amount, sum(promo)::bigint promo from e group by account),
   back as (
     select e.account, -sum(e.amount)::bigint amount from e
       join ledger.refunds r on r.original = e.cause and r.transfer_id = e.transfer_id
     where e.is_debit group by e.account)
   select 'broken_chain' finding, account, transfer_id,
     format('%s after %s%s', balance_after, before, to_char(amount, 'SG9999999999999990')) detail
   from chain where balance_after is distinct from before + amount
   union all
   select 'duplicate_feed_number', account, min(id::text)::uuid, number::text
   from numbers group by account, number having count(*) > 1
   union all
   select 'feed_gap', a.account, null, format('%s numbers up to %s instead of %s', n, top, a.feed - a.c_feed)
   from a left join counts using (account)
   where coalesce(n, 0) <> a.feed - a.c_feed or coalesce(top, a.c_feed) <> a.feed
   union all
   select 'balance_differs', a.account, null, format('%s instead of %s', a.posted, a.c_posted + coalesce(s.amount, 0))
   from a left join sums s using (account) where a.posted <> a.c_posted + coalesce(s.amount, 0)
   union all
   select 'promotional_differs', a.account, null, format('%s instead of %s', a.promo, a.c_promo + coalesce(s.promo, 0))
   from a left join sums s using (account) where a.promo <> a.c_promo + coalesce(s.promo, 0)
   union all
   select 'reversed_differs', a.account, null, format('%s instead of %s', a.reversed, a.c_reversed + coalesce(k.amount, 0))
   from a left join back k using (account) where a.reversed <> a.c_reversed + coalesce(k.amount, 0)`,

  `select 'held_differs' finding, b.account, null::uuid transfer_id,
     format('%s and %s instead of %s and %s', b.held, b.held_promo, h.amount, h.promo) detail
   from ledger.balances b cross join lateral (
     select coalesce(sum(amount - posted), 0)::bigint amount, coalesce(sum(promo), 0)::bigint promo
     from ledger.holds where account = b.account and state = 1) h
   where b.account = any((select accounts from scope)::bigint[]) and (b.held <> h.amount or b.held_promo <> h.promo)`,

  // Remaining bought tokens are the received ones minus spent, voided and owed ones; lots follow each other without a
  // gap.
  `select 'lots_differ' finding, b.account, null::uuid transfer_id,
     format('%s bought of %s, %s spent, %s void, %s owed, %s there', l.bought, b.paid_in, b.paid_out, l.void, b.owed,
       b.posted - b.promo) detail
   from ledger.balances b cross join lateral (
     select coalesce(sum(hi - lo), 0)::bigint bought, coalesce(max(hi), 0) top,
       coalesce(sum(hi - greatest(void_from, b.paid_out)) filter (
       where void_from is not null and hi > b.paid_out), 0)::bigint void,
       min(greatest(void_from, b.paid_out)) filter (where void_from < hi and hi > b.paid_out) next_void
     from ledger.lots where account = b.account) l
   where b.account = any((select accounts from scope)::bigint[]) and b.account % 8 = 1
     and (l.bought <> b.paid_in or l.top <> b.paid_in or b.owed < 0
       or b.posted - b.promo <> b.paid_in - b.paid_out - l.void - b.owed or b.next_void is distinct from l.next_void)`,

  `select 'below_floor' finding, account, null::uuid transfer_id,
     format('%s posted, %s held, floor %s, reversed %s', posted, held, floor, reversed) detail
   from ledger.balances where account = any((select accounts from scope)::bigint[])
     and posted - held + reversed < floor`,

  `select 'version_back' finding, b.account, null::uuid transfer_id, format('%s after %s', b.version, c.version) detail
   from ledger.balances b join ledger.checked c on c.account = b.account
   where b.account = any((select accounts from scope)::bigint[]) and (b.version < c.version or b.feed < c.feed)`,

  `select 'daily_spend_differs' finding, b.account, null::uuid transfer_id,
     format('%s instead of %s on %s', b.spent, s.spent, b.spent_day) detail
   from ledger.balances b cross join lateral ledger.spent_on(b.account, b.spent_day, (select uncounted from scope)) s(spent)
   where b.account = any((select accounts from scope)::bigint[]) and b.account % 8 = 1 and b.spent <> s.spent
     -- What was spent so long ago is no longer here to be added up.
     and b.spent_day > coalesce(
       (select max(month) + interval '1 month 2 days' from ledger.seals where state = 'detached'), '-infinity')`,
];

/** Over everything. */
export const totalChecks: readonly string[] = [
  // All that persons have and all that the system gave and took: nothing comes from nowhere, in tokens and in cents.
  `with detached as (
     select b.account, b.change from ledger.sealed_balances b join ledger.seals s using (month)
     where s.state = 'detached' and b.account < 8)
   select 'sum_not_zero' finding, null::bigint account, null::uuid transfer_id, sum::text detail
   from (
     select (select coalesce(sum(posted), 0) from ledger.balances)
       + (select coalesce(sum(amount), 0) from ledger.entries where account between 1 and 7)
       + (select coalesce(sum(change), 0) from detached where account > 0) sum
     union all select (select coalesce(sum(amount), 0) from ledger.entries where account < 0)
       + (select coalesce(sum(change), 0) from detached where account < 0)) s where sum <> 0`,
  `select case when h.state = 2 and p.posted is null then 'closed_hold_without_post' else 'hold_post_differs' end finding,
     h.account, h.id transfer_id, format('%s instead of %s', h.posted, coalesce(p.posted, 0)) detail
   from ledger.holds h left join (
     select cause, sum(debit_tokens)::bigint posted from ledger.transfers where cause is not null group by cause) p
     on p.cause = h.id
   where (h.posted <> coalesce(p.posted, 0) or h.state = 2 and p.posted is null)
     and h.id >= coalesce(ledger.detached_until(), '00000000-0000-0000-0000-000000000000')`,
  `select 'wrong_fee' finding, h.account, h.id transfer_id, format('the platform has %s of %s', p.rest, p.posted) detail
   from ledger.holds h join (
     select cause, sum(debit_tokens - credit_tokens - coalesce(leg_tokens, 0))::bigint rest,
       sum(debit_tokens)::bigint posted
     from ledger.transfers where cause is not null group by cause) p on p.cause = h.id
   where h.share > 0 and p.rest < 0
     and h.id >= coalesce(ledger.detached_until(), '00000000-0000-0000-0000-000000000000')`,
  `select 'hold_without_balance' finding, h.account, h.id transfer_id, null::text detail
   from ledger.holds h left join ledger.balances b on b.account = h.account where h.state = 1 and b.account is null`,
  `select 'refund_without_transfer' finding, null::bigint account, r.transfer_id, null::text detail
   from ledger.refunds r left join ledger.transfers t on t.id = r.transfer_id and t.cause = r.original
   where t.id is null and not ledger.is_detached(r.transfer_id)`,
  // Each seal follows from its parts and the seal before, and its month has as many rows as when it was sealed.
  `select 'seal_differs' finding, null::bigint account, null::uuid transfer_id, to_char(month, 'YYYY-MM') detail
   from (select *, lag(hash) over (order by month) before from ledger.seals where state <> 'closing') s
   where hash <> ledger.seal_hash(before, month, transfers, legs, holds, content, balances)
     or balances <> ledger.sealed_balances_hash(month)`,
  `select 'sealed_rows_differ' finding, null::bigint account, null::uuid transfer_id,
     format('%s of %s in %s', n.count, s.transfers + s.legs + s.holds, to_char(s.month, 'YYYY-MM')) detail
   from ledger.seals s cross join lateral (
     select (select count(*) from ledger.transfers where id >= id_from and id < id_to)
       + (select count(*) from ledger.legs where transfer_id >= id_from and transfer_id < id_to)
       + (select count(*) from ledger.holds where id >= id_from and id < id_to) count) n
   where n.count <> case s.state when 'sealed' then s.transfers + s.legs + s.holds when 'detached' then 0 else n.count end`,
];
