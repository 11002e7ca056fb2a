/**
 * The invariants of the ledger as queries that return what breaks them. Each takes its scope as parameters
 * and gives rows of (finding, account, transfer_id, detail).
 */

/** Transfers with ids from $1 (inclusive) to $2 (exclusive) against their entries, notes, holds and refunds. */
export const transferChecks: readonly string[] = [
  // What must be there, leg by leg, against what is there.
  `with t as materialized (select * from ledger.transfers where id >= $1 and id < $2),
   wanted as (
     select id, account, sum(amount)::bigint amount, count(*)::int legs from (
       select id, debit account, -debit_tokens amount from t
       union all select id, credit, credit_tokens from t
       union all select id, 1, debit_tokens - credit_tokens from t where debit_tokens <> credit_tokens
     ) legs group by id, account),
   found as (
     select transfer_id, account, sum(amount)::bigint amount, count(*)::int legs
     from ledger.entries where transfer_id >= $1 and transfer_id < $2 group by transfer_id, account),
   present as (select transfer_id, sum(amount)::bigint amount from found group by transfer_id)
   select case
       when t.id is null then 'entry_without_transfer'
       when p.transfer_id is null then 'transfer_without_entries'
       when f.account is null then 'missing_entry'
       when w.account is null then 'extra_entry'
       when f.legs > w.legs then 'duplicate_entry'
       when f.legs < w.legs then 'missing_entry'
       when f.amount = -w.amount then 'wrong_sign'
       else 'wrong_amount' end finding,
     coalesce(w.account, f.account) account, coalesce(w.id, f.transfer_id) transfer_id,
     format('%s instead of %s', coalesce(f.amount, 0), coalesce(w.amount, 0)) detail
   from wanted w full join found f on f.transfer_id = w.id and f.account = w.account
     left join t on t.id = coalesce(w.id, f.transfer_id)
     left join present p on p.transfer_id = coalesce(w.id, f.transfer_id)
   where w.amount is distinct from f.amount or w.legs is distinct from f.legs
   union all
   select 'unbalanced_transfer', null, transfer_id, format('sum %s', amount) from present where amount <> 0`,

  `select 'note_without_transfer' finding, null::bigint account, n.transfer_id, null::text detail
   from ledger.notes n left join ledger.transfers t on t.id = n.transfer_id
   where n.transfer_id >= $1 and n.transfer_id < $2 and t.id is null`,

  `select case when account not between 1 and 5 and (account < 8 or account % 8 not in (1, 2))
       then 'unknown_account'
       when account < 8 then 'system_entry_numbered' else 'entry_without_number' end finding,
     account, transfer_id, null::text detail
   from ledger.entries where transfer_id >= $1 and transfer_id < $2
     and ((account not between 1 and 5 and (account < 8 or account % 8 not in (1, 2)))
       or (account < 8) <> (number is null) or (account < 8) <> (balance_after is null))`,

  `select 'account_without_balance' finding, e.account, min(e.transfer_id::text)::uuid transfer_id, null::text detail
   from ledger.entries e left join ledger.balances b on b.account = e.account
   where e.transfer_id >= $1 and e.transfer_id < $2 and e.account > 7 and b.account is null group by e.account`,

  // Only a refund gives more than it takes; the platform's part is never below 0 elsewhere.
  `select 'wrong_fee' finding, null::bigint account, t.id transfer_id,
     format('%s taken, %s given', t.debit_tokens, t.credit_tokens) detail
   from ledger.transfers t left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
   where t.id >= $1 and t.id < $2 and (r.transfer_id is null and t.credit_tokens > t.debit_tokens
     or r.transfer_id is not null and t.credit_tokens < t.debit_tokens)`,

  `select case when r.transfer_id is null and h.id is null then 'unknown_cause'
       when r.transfer_id is not null then 'refund_differs'
       else 'hold_post_differs' end finding, t.debit account, t.id transfer_id, null::text detail
   from ledger.transfers t
     left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
     left join ledger.holds h on h.id = t.cause
   where t.id >= $1 and t.id < $2 and t.cause is not null
     and (r.transfer_id is null and h.id is null
       or r.transfer_id is not null and r.amount <> t.credit_tokens
       or r.transfer_id is null and h.id is not null
         and (h.state <> 2 or h.posted <> t.debit_tokens or h.account <> t.debit))`,

  `select 'hold_posted_over' finding, t.debit account, t.id transfer_id,
     format('%s of %s', t.debit_tokens, h.amount) detail
   from ledger.transfers t join ledger.holds h on h.id = t.cause
   where t.id >= $1 and t.id < $2 and (t.debit_tokens > h.amount or h.posted > h.amount)
   union all
   select 'hold_posted_twice', min(t.debit), min(t.id::text)::uuid, h.id::text
   from ledger.transfers t join ledger.holds h on h.id = t.cause
   where t.id >= $1 and t.id < $2 group by h.id having count(*) > 1`,

  // Neighbours in an account's feed within the range; the whole chain is the account checks' affair.
  `select case when number = before_number then 'duplicate_feed_number' else 'broken_chain' end finding,
     account, transfer_id, format('%s after %s', balance_after, before_balance) detail
   from (
     select *, lag(number) over same before_number, lag(balance_after) over same before_balance
     from ledger.entries where transfer_id >= $1 and transfer_id < $2 and account > 7
     window same as (partition by account order by number, transfer_id)) e
   where number = before_number or (number = before_number + 1 and balance_after <> before_balance + amount)`,

  // Refunds of each original that was refunded in this range, all of them together.
  `with original as (
     select distinct r.original id from ledger.transfers t
       join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id where t.id >= $1 and t.id < $2),
   sums as (
     select o.id, o.credit, o.debit_tokens gross, o.credit_tokens net, sum(r.amount)::bigint back,
       sum(t.debit_tokens)::bigint given, count(*) - count(t.id) lost
     from original join ledger.transfers o using (id) join ledger.refunds r on r.original = o.id
       left join ledger.transfers t on t.id = r.transfer_id group by o.id, o.credit, o.debit_tokens, o.credit_tokens)
   select case when back > gross then 'refund_over_original' when lost > 0 then 'refund_without_transfer'
       else 'wrong_refund_share' end finding, credit account, id transfer_id,
     format('%s of %s back, receiver gave %s of %s', back, gross, given, net) detail
   from sums where back > gross or lost > 0 or given <> div(back::numeric * net, greatest(gross, 1))`,
];

/** What the account checks read as `scope`: accounts, whether to look at their whole life, uncounted kinds. */
export const accountScope =
  'with scope as (select $1::bigint[] accounts, $2::boolean whole, $3::smallint[] uncounted)';

/** Accounts against their entries and holds since they last added up, or since their beginning. */
export const accountChecks: readonly string[] = [
  `with a as materialized (
     select b.*, coalesce(c.feed, 0) c_feed, coalesce(c.posted, 0) c_posted, coalesce(c.reversed, 0) c_reversed
     from ledger.balances b left join ledger.checked c on c.account = b.account and not (select whole from scope)
     where b.account = any((select accounts from scope)::bigint[])),
   e as materialized (
     select a.account, a.c_posted, e.transfer_id, e.number, e.amount, e.balance_after
     from a join ledger.entries e on e.account = a.account and e.account > 7 and e.number > a.c_feed),
   chain as (
     select *, coalesce(lag(balance_after) over (partition by account order by number, transfer_id), c_posted) before
     from e),
   numbers as (
     select account, number, transfer_id id from e
     union all select a.account, h.feed, h.id from a join ledger.holds h on h.receiver = a.account and h.feed > a.c_feed
     union all select a.account, h.void_feed, h.id
       from a join ledger.holds h on h.receiver = a.account and h.void_feed > a.c_feed),
   counts as (select account, count(distinct number) n, max(number) top from numbers group by account),
   sums as (select account, sum(amount)::bigint amount from e group by account),
   back as (
     select e.account, -sum(e.amount)::bigint amount from e
       join ledger.transfers t on t.id = e.transfer_id
       join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
     where e.account = t.debit group by e.account)
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
   select 'reversed_differs', a.account, null, format('%s instead of %s', a.reversed, a.c_reversed + coalesce(k.amount, 0))
   from a left join back k using (account) where a.reversed <> a.c_reversed + coalesce(k.amount, 0)`,

  `select 'held_differs' finding, b.account, null::uuid transfer_id, format('%s instead of %s', b.held, h.amount) detail
   from ledger.balances b cross join lateral (
     select coalesce(sum(amount), 0)::bigint amount from ledger.holds where account = b.account and state = 1) h
   where b.account = any((select accounts from scope)::bigint[]) and b.held <> h.amount`,

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
   where b.account = any((select accounts from scope)::bigint[]) and b.account % 8 = 1 and b.spent <> s.spent`,
];

/** Over everything. */
export const totalChecks: readonly string[] = [
  `select 'sum_not_zero' finding, null::bigint account, null::uuid transfer_id, sum::text detail
   from (select coalesce(sum(amount), 0) sum from ledger.entries) s where sum <> 0`,
  `select 'closed_hold_without_post' finding, h.account, h.id transfer_id, null::text detail
   from ledger.holds h left join ledger.transfers t on t.cause = h.id where h.state = 2 and t.id is null`,
  `select 'hold_without_balance' finding, h.account, h.id transfer_id, null::text detail
   from ledger.holds h left join ledger.balances b on b.account = h.account where h.state = 1 and b.account is null`,
  `select 'refund_without_transfer' finding, null::bigint account, r.transfer_id, null::text detail
   from ledger.refunds r left join ledger.transfers t on t.id = r.transfer_id and t.cause = r.original
   where t.id is null`,
];
