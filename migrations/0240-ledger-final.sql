-- The ledger's tables as they carry everything that is sold: one row for a movement with what stood in its entries and
-- note, further receivers as legs, promotional tokens apart from bought ones, holds from which parts are captured, lots
-- of bought tokens, and the operator's dollars. The rules are in apps/site/src/features/ledger/SPEC.md.
-- Account numbers: person * 8 + 1 spending, + 2 earning, + 3 payable, + 4 reserve; 1 to 7 are the system's, in tokens;
-- below 0 are the operator's, in cents.

-- allowed: nothing is public yet whose version before would wait for it; the rows move into their final shape once
do $$
declare
  name text;
  part regclass;
begin
  create schema ledger_before;
  foreach name in array array['transfers', 'entries', 'notes'] loop
    for part in select inhrelid::regclass from pg_inherits where inhparent = format('ledger.%I', name)::regclass loop
      execute format('alter table %s set schema ledger_before', part);
    end loop;
    execute format('alter table ledger.%I set schema ledger_before', name);
  end loop;
  -- A month can be taken away while others write only where no partition takes what is left over.
  if to_regclass('ledger.holds_other') is not null and not exists (select from ledger.holds_other) then
    drop table ledger.holds_other;
  end if;
end $$;

create table ledger.transfers (
  id uuid primary key,
  -- The hold that was posted, or the transfer that was refunded.
  cause uuid,
  debit bigint not null check (debit <> 0),
  credit bigint not null check (credit <> 0 and credit <> debit and (credit < 0) = (debit < 0)),
  -- The debit account gives the first, the credit account gets the second, legs their sum, the platform the rest.
  debit_tokens bigint not null check (debit_tokens >= 0),
  credit_tokens bigint not null check (credit_tokens >= 0),
  -- Places in the accounts' feeds and the balances after it; null on system accounts.
  debit_number bigint,
  debit_after bigint,
  credit_number bigint,
  credit_after bigint,
  created_at timestamptz not null,
  -- Where a spending account's bought tokens begin among all that it has spent: tells which lots paid.
  paid_from bigint,
  leg_tokens bigint,
  -- The promotional tokens among those that are given and got.
  debit_promo bigint,
  credit_promo bigint,
  kind smallint not null,
  ref_type text,
  ref_id text,
  comment text,
  counterpart text,
  detail jsonb
) partition by range (id);
create index transfers_of_debit on ledger.transfers (debit, debit_number) where debit_number is not null;
create index transfers_of_credit on ledger.transfers (credit, credit_number) where credit_number is not null;

-- Receivers besides the first. Of a refund they are below 0.
create table ledger.legs (
  transfer_id uuid not null,
  account bigint not null check (account > 7),
  tokens bigint not null,
  promo bigint,
  -- True where it comes out of the platform's part and not out of the receiver's.
  of_platform boolean not null,
  number bigint not null,
  after bigint not null,
  primary key (transfer_id, account)
) partition by range (transfer_id);
create index legs_of_account on ledger.legs (account, number);

-- Bought tokens in the order in which they came: places from lo to hi among all that an account ever bought. Spends take
-- places in the same order. What of a lot was taken back before it was spent are its last places, from void_from on.
create table ledger.lots (
  account bigint not null,
  lo bigint not null,
  hi bigint not null check (hi > lo),
  -- The purchase, adjustment or refund; null for what there was before lots were kept.
  transfer_id uuid,
  void_from bigint check (void_from between lo and hi),
  -- What was paid for it, in the operator's currency.
  cents bigint check (cents >= 0),
  primary key (account, lo)
);
create index lots_of_transfer on ledger.lots (account, transfer_id);
create index lots_voided on ledger.lots (account, hi) where void_from is not null;

-- What system accounts had at the end of each UTC day.
create table ledger.system_days (
  account bigint not null,
  day date not null,
  change bigint not null,
  primary key (account, day)
);

alter table ledger.batches add column system_accounts bigint[] not null default '{}',
  add column system_changes bigint[] not null default '{}';

alter table ledger.balances
  -- Of posted and held, the tokens that nobody paid for. Below 0 where a reversal took more of them than there were.
  add column promo bigint not null default 0,
  add column held_promo bigint not null default 0,
  -- Places of bought tokens: how many came, how many were spent, and how many a reversal still misses.
  add column paid_in bigint not null default 0,
  add column paid_out bigint not null default 0,
  add column owed bigint not null default 0,
  -- Where the next places begin that a spend has to leave out.
  add column next_void bigint;

alter table ledger.checked add column promo bigint not null default 0;

alter table ledger.holds
  -- What was asked for at first; the amount may have been raised since.
  add column asked bigint not null default 0,
  -- The promotional tokens among what is still held.
  add column promo bigint not null default 0,
  -- The part of the receiver in hundredths of a percent; 0 where it is said when the hold is posted.
  add column share int not null default 0,
  add column legs bigint[],
  -- Of the receiver's part, or below 0 of the platform's; hundredths of a percent.
  add column leg_shares int[],
  -- What of the hold counts for the limits of its day.
  add column day_tokens bigint not null default 0;

drop trigger closed_is_final on ledger.holds;
create trigger closed_is_final before update on ledger.holds for each row
  when (old.state <> 1 or new.id <> old.id or new.account <> old.account or new.amount < old.amount
    or new.posted < old.posted or new.asked <> old.asked or new.receiver <> old.receiver or new.kind <> old.kind
    or new.share <> old.share or new.legs is distinct from old.legs)
  execute function ledger.refuse_change();

do $$
declare name text;
begin
  foreach name in array array['transfers', 'legs'] loop
    execute format('create trigger append_only before update or delete on ledger.%I
      for each row execute function ledger.refuse_change()', name);
    execute format('create trigger no_truncate before truncate on ledger.%I
      for each statement execute function ledger.refuse_change()', name);
    execute format('revoke update, delete, truncate on ledger.%I from public, current_user', name);
  end loop;
end $$;
create trigger only_voided before update on ledger.lots for each row
  when (new.account <> old.account or new.lo <> old.lo or new.hi <> old.hi or new.cents is distinct from old.cents
    or new.transfer_id is distinct from old.transfer_id or new.void_from > coalesce(old.void_from, old.hi))
  execute function ledger.refuse_change();
create trigger no_delete before delete on ledger.lots for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.lots
  for each statement execute function ledger.refuse_change();
-- allowed: takes a right away, and empties nothing
revoke delete, truncate on ledger.lots from public, current_user;

-- Makes the monthly partitions up to `months_ahead` after this month. The first one has no lower end. An id beyond the
-- last one is refused.
create or replace function ledger.ensure_partitions(months_ahead int) returns int language plpgsql
set timezone = 'UTC'
as $$
declare
  name text;
  part text;
  month timestamptz;
  is_first boolean;
  made int := 0;
begin
  perform pg_advisory_xact_lock(7205319847);
  foreach name in array array['transfers', 'legs', 'holds'] loop
    is_first := not exists (select from pg_inherits where inhparent = format('ledger.%I', name)::regclass);
    for month in
      select generate_series(date_trunc('month', now()),
        date_trunc('month', now()) + make_interval(months => months_ahead), interval '1 month')
    loop
      part := name || to_char(month, '_YYYY_MM');
      continue when to_regclass(format('ledger.%I', part)) is not null;
      begin
        execute format('create table ledger.%I partition of ledger.%I for values from (%s) to (%L)', part, name,
          case when is_first then 'minvalue' else quote_literal(ledger.uuid_floor(month)) end,
          ledger.uuid_floor(month + interval '1 month'));
      exception when check_violation then
        -- Only an older installation has a partition for what is left over, with rows of this month in it.
        continue;
      end;
      made := made + 1;
      is_first := false;
      perform ledger.seal_partition(part, name);
    end loop;
  end loop;
  return made;
end $$;
select ledger.ensure_partitions(3);

insert into ledger.transfers (id, cause, debit, credit, debit_tokens, credit_tokens, debit_number, debit_after,
    credit_number, credit_after, created_at, kind, ref_type, ref_id, comment, counterpart, detail)
  select t.id, t.cause, t.debit, t.credit, t.debit_tokens, t.credit_tokens, d.number, d.balance_after,
    c.number, c.balance_after, t.created_at, t.kind, n.ref_type, n.ref_id, n.comment, n.counterpart, n.detail
  from ledger_before.transfers t
    left join ledger_before.entries d on d.transfer_id = t.id and d.account = t.debit and t.debit > 7
    left join ledger_before.entries c on c.transfer_id = t.id and c.account = t.credit and t.credit > 7
    left join ledger_before.notes n on n.transfer_id = t.id;
-- allowed: their rows stand in the tables above
drop schema ledger_before cascade;

-- allowed: one pass over balances and open holds, in the same moment as the rest
update ledger.balances set paid_in = greatest(posted, 0), owed = greatest(-posted, 0) where account % 8 = 1;
insert into ledger.lots (account, lo, hi) select account, 0, posted from ledger.balances where account % 8 = 1 and posted > 0;
alter table ledger.holds disable trigger closed_is_final;
-- allowed: as above
update ledger.holds set asked = amount,
  day_tokens = case when day is null then 0 else case state when 1 then amount when 2 then posted else 0 end end;
alter table ledger.holds enable trigger closed_is_final;

-- One line for each account that a movement touches.
create view ledger.entries as
  select id transfer_id, debit account, -debit_tokens amount, debit_number number, debit_after balance_after
  from ledger.transfers
  union all select id, credit, credit_tokens, credit_number, credit_after from ledger.transfers
  union all select transfer_id, account, tokens, number, after from ledger.legs
  union all select id, 1, debit_tokens - credit_tokens - coalesce(leg_tokens, 0), null, null from ledger.transfers
    where debit > 0 and debit_tokens - credit_tokens - coalesce(leg_tokens, 0) <> 0;

-- A call of the version before that was under way while this file ran goes on with what its function was: it is told to
-- try again, and then calls the new one.
create function ledger.try_again() returns trigger language plpgsql as $$
begin
  raise exception 'the tables of the ledger have changed meanwhile' using errcode = '40001';
end $$;
create trigger try_again instead of insert on ledger.entries for each row execute function ledger.try_again();
create trigger try_again before insert on ledger.holds for each row when (new.state = 1 and new.asked = 0)
  execute function ledger.try_again();

-- What movements say of themselves.
create view ledger.notes as
  select id transfer_id, ref_type, ref_id, comment, counterpart, detail from ledger.transfers
  where ref_type is not null or comment is not null or counterpart is not null or detail is not null;

-- Leads a spend of `p_count` bought tokens over the places that were voided: where it begins, where it ends, and where
-- the next voided places are.
create function ledger.pass_voids(p_account bigint, p_from bigint, p_count bigint,
  out o_from bigint, out o_to bigint, out o_next bigint) language plpgsql as $$
declare
  r record;
  left_over bigint := p_count;
begin
  o_to := p_from;
  for r in select void_from, hi from ledger.lots
    where account = p_account and void_from is not null and void_from < hi and hi > p_from order by hi
  loop
    if r.void_from > o_to then
      o_from := coalesce(o_from, o_to);
      if left_over <= r.void_from - o_to then
        o_to := o_to + left_over; o_next := r.void_from;
        return;
      end if;
      left_over := left_over - (r.void_from - o_to);
    end if;
    o_to := r.hi;
  end loop;
  o_from := coalesce(o_from, o_to);
  o_to := o_to + left_over;
end $$;

-- Takes bought tokens of a lot back. What of it is not spent yet becomes void, the rest is owed, and what is owed takes
-- the next places that are free.
create function ledger.void_lot(p_account bigint, p_transfer uuid, p_count bigint,
  inout paid_in bigint, inout paid_out bigint, inout owed bigint, out next_void bigint) language plpgsql as $$
declare
  lot record;
  voided bigint := 0;
  free bigint;
begin
  select l.lo, l.hi, coalesce(l.void_from, l.hi) top into lot
    from ledger.lots l where l.account = p_account and l.transfer_id = p_transfer;
  if found then
    voided := least(p_count, greatest(0, lot.top - greatest(lot.lo, paid_out)));
    if voided > 0 then
      update ledger.lots l set void_from = lot.top - voided where l.account = p_account and l.lo = lot.lo;
    end if;
  end if;
  owed := owed + p_count - voided;
  free := paid_in - paid_out - (
    select coalesce(sum(l.hi - greatest(l.void_from, paid_out)), 0) from ledger.lots l
    where l.account = p_account and l.void_from is not null and l.hi > paid_out);
  free := greatest(0, least(owed, free));
  -- Also without anything owed: tells where the next voided places are.
  select o_to, o_next into paid_out, next_void from ledger.pass_voids(p_account, paid_out, free);
  owed := owed - free;
end $$;

-- allowed: the newer one takes the older one's parameters in the same order, so that the version before calls it too
drop function ledger.apply(timestamptz, bigint[], smallint[], uuid[], uuid[], smallint[], bigint[], bigint[], int[], int[], bigint[], bigint[], bigint[], int[], int[], text[], text[], text[], text[], int[], text[], timestamptz[], jsonb[]);

-- Applies a batch of commands, each decided in order, and writes all of it. The one way to change money.
-- Arrays prefixed p_ run parallel to the commands, except: p_accounts (persons' accounts that the commands
-- name, distinct, ascending), and those that run parallel to p_note_at, p_hold_at, p_leg_at and p_lot_at, the places of
-- the commands that have a note, make a hold, have further receivers (ascending), and whose tokens were paid for.
-- p_debit_at and p_credit_at are places in p_accounts, 0 for none. No id may occur twice in a batch, in whatever role.
-- p_op: 1 transfer, 2 hold, 3 post, 4 void, 5 refund, 6 capture, 7 raise. p_link: the hold of 2 to 4, 6 and 7, the
-- refunded transfer of 5. p_fee: what of the amount is not the credit account's: the platform's and the legs'.
-- p_limit: the site's daily limit; 0 none, -1 counts for no limit. p_kind: of 3 and 6 0 for the kind of the hold.
-- p_group: 0 alone; commands of one group follow each other and apply together or not at all.
-- p_now: null for the database's clock. p_use: 0 promotional tokens go first, 1 credits promotional ones, 2 takes bought
-- ones only. p_raise of 6 and 7: what the hold is to hold in all, of 6 also 0 for no change and -1 to close it.
-- p_share: the receiver's part of a hold in hundredths of a percent. p_leg_part: tokens, below 0 where they come out of
-- the platform's part; of a hold as its leg_shares.
-- p_id_from to p_link_to: least and greatest of the ids.
-- o_status: 0 applied, 1 repeated, 2 not enough tokens, 3 own daily limit, 4 site's daily limit, 5 mismatch,
-- 6 unknown hold, 7 hold closed, 8 more than held, 9 unknown transfer, 10 more than is left to refund,
-- 11 another command of the group was refused. Null when accounts have no row yet; then nothing was done.
-- The other results run parallel to o_accounts, but for o_debit_at and o_credit_at (places in o_accounts of each
-- command's accounts) and o_left (what the command's hold still holds).
create function ledger.apply(
  p_now timestamptz, p_accounts bigint[],
  p_op smallint[], p_id uuid[], p_link uuid[], p_kind smallint[], p_debit bigint[], p_credit bigint[],
  p_debit_at int[], p_credit_at int[], p_amount bigint[], p_fee bigint[], p_limit bigint[], p_group int[],
  p_note_at int[], p_ref_type text[], p_ref_id text[], p_comment text[], p_counterpart text[],
  p_hold_at int[], p_machine text[], p_expires_at timestamptz[], p_detail jsonb[],
  p_use smallint[] default null, p_raise bigint[] default null, p_share int[] default '{}',
  p_leg_at int[] default '{}', p_leg_account bigint[] default '{}', p_leg_part bigint[] default '{}',
  p_lot_at int[] default '{}', p_lot_cents bigint[] default '{}',
  p_id_from uuid default '00000000-0000-0000-0000-000000000000',
  p_id_to uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  p_link_from uuid default '00000000-0000-0000-0000-000000000000',
  p_link_to uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  out o_status smallint[], out o_accounts bigint[], out o_posted bigint[], out o_held bigint[],
  out o_floor bigint[], out o_version bigint[], out o_debit_at int[], out o_credit_at int[],
  out o_promo bigint[], out o_left bigint[])
language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  n int := cardinality(p_op);
  has_links boolean := p_op && array[2, 3, 4, 5, 6, 7]::smallint[];
  zero bigint[] := array_fill(0::bigint, array[n]);
  extra bigint[];
  wanted bigint[] := p_accounts;
  v_now timestamptz;
  v_today date;
  use_of smallint[] := coalesce(p_use, array_fill(0::smallint, array[n]));
  raise_to bigint[] := coalesce(p_raise, zero);
  -- Accounts, in order of their numbers, as they were (first line) and as the batch leaves them.
  acc bigint[]; days date[]; floors bigint[]; limits bigint[]; versions bigint[];
  v_free bigint[]; v_spent bigint[]; v_posted bigint[]; v_held bigint[]; v_reversed bigint[]; v_feed bigint[];
  v_promo bigint[]; v_hpromo bigint[]; v_fpromo bigint[]; v_in bigint[]; v_out bigint[]; v_owed bigint[]; v_void bigint[];
  v_released bigint[]; v_touched boolean[]; place int[];
  -- Commands.
  st smallint[] := array_fill(0::smallint, array[n]);
  d_at int[] := p_debit_at; c_at int[] := p_credit_at;
  t_kind smallint[] := p_kind; t_debit bigint[] := p_debit; t_credit bigint[] := p_credit;
  d_tokens bigint[] := p_amount; c_tokens bigint[] := zero;
  d_after bigint[] := zero; d_number bigint[] := zero; c_after bigint[] := zero; c_number bigint[] := zero;
  d_promo bigint[] := zero; c_promo bigint[] := zero; f_from bigint[] := array_fill(null::bigint, array[n]);
  l_sum bigint[] := zero; note_of int[] := array_fill(null::int, array[n]);
  -- Further receivers as commands, holds and refunded transfers name them, those of command i from s_lo[i] to s_hi[i].
  has_legs boolean := cardinality(p_leg_at) > 0;
  s_account bigint[] := p_leg_account; s_part bigint[] := p_leg_part; s_promo bigint[] := '{}';
  s_side boolean[] := '{}'; s_lo int[]; s_hi int[];
  -- The same as they are written.
  g_at int[] := '{}'; g_account bigint[] := '{}'; g_tokens bigint[] := '{}'; g_promo bigint[] := '{}';
  g_side boolean[] := '{}'; g_number bigint[] := '{}'; g_after bigint[] := '{}';
  -- Holds and refunded transfers that commands point at.
  h_state smallint[]; h_amount bigint[]; h_posted bigint[]; h_promo bigint[]; h_share int[]; h_day date[];
  h_dayt bigint[]; h_gross bigint[]; h_net bigint[]; h_refunded bigint[]; h_was smallint[];
  -- State to go back to when a command of a group is refused.
  group_start int := 0; group_refused int := 0;
  b_free bigint[]; b_spent bigint[]; b_posted bigint[]; b_held bigint[]; b_reversed bigint[];
  b_feed bigint[]; b_released bigint[]; b_touched boolean[]; b_promo bigint[]; b_hpromo bigint[]; b_fpromo bigint[];
  -- What the system's accounts gain, all but the platform's, and the platform's.
  sys_account bigint[] := '{}'; sys_change bigint[] := '{}'; platform bigint := 0;
  -- Copies, since an element of a parameter is found by counting from its beginning.
  n_type text[] := p_ref_type; n_ref text[] := p_ref_id; n_comment text[] := p_comment;
  n_counterpart text[] := p_counterpart; n_detail jsonb[] := p_detail;
  -- Earning accounts whose feed has grown.
  fed bigint[] := '{}';
  r record;
  i int; j int; k int; l int; d int; c int; a bigint; x bigint; q bigint; y bigint; z bigint; why smallint; closing int := 0;
begin
  if has_links then
    select array_agg(distinct account) into extra from (
      select account from ledger.holds where id = any(p_link) and id between p_link_from and p_link_to
      union all select receiver from ledger.holds where id = any(p_link) and id between p_link_from and p_link_to
      union all select unnest(legs) from ledger.holds
        where id = any(p_link) and id between p_link_from and p_link_to and legs is not null
      union all select debit from ledger.transfers where id = any(p_link) and id between p_link_from and p_link_to
      union all select credit from ledger.transfers where id = any(p_link) and id between p_link_from and p_link_to
      union all select account from ledger.legs
        where transfer_id = any(p_link) and transfer_id between p_link_from and p_link_to
    ) named where account > 7 and account <> all(p_accounts);
    if extra is not null then
      select array_agg(account order by account) into wanted from unnest(p_accounts || extra) account;
    end if;
  end if;

  select array_agg(account), array_agg(spent_day), array_agg(floor), array_agg(daily_limit), array_agg(version),
    array_agg(posted - held - floor), array_agg(spent), array_agg(posted), array_agg(held),
    array_agg(reversed), array_agg(feed), array_agg(promo), array_agg(held_promo), array_agg(promo - held_promo),
    array_agg(paid_in), array_agg(paid_out), array_agg(owed), array_agg(next_void)
  into acc, days, floors, limits, versions, v_free, v_spent, v_posted, v_held, v_reversed, v_feed,
    v_promo, v_hpromo, v_fpromo, v_in, v_out, v_owed, v_void
  from (select * from ledger.balances where account = any(wanted) order by account for update) locked;
  if coalesce(acc, '{}') <> wanted then return; end if;

  v_now := coalesce(p_now, clock_timestamp());
  v_today := (v_now at time zone 'UTC')::date;
  acc := coalesce(acc, '{}');
  k := cardinality(acc);
  for j in 1..k loop
    if days[j] < v_today then
      days[j] := v_today;
      v_spent[j] := 0;
    end if;
  end loop;
  v_released := array_fill(0::bigint, array[k]);
  v_touched := array_fill(false, array[k]);
  if extra is not null then
    -- The places that the caller gave move up by the accounts that came between.
    i := 1;
    for j in 1..k loop
      if acc[j] = p_accounts[i] then
        place[i] := j;
        i := i + 1;
      end if;
    end loop;
    for i in 1..n loop
      if d_at[i] > 0 then d_at[i] := place[d_at[i]]; end if;
      if c_at[i] > 0 then c_at[i] := place[c_at[i]]; end if;
    end loop;
  end if;
  for j in 1..cardinality(p_note_at) loop note_of[p_note_at[j]] := j; end loop;
  if cardinality(p_note_at) > 0 then
    n_type[1] := n_type[1]; n_ref[1] := n_ref[1]; n_comment[1] := n_comment[1];
    n_counterpart[1] := n_counterpart[1]; n_detail[1] := n_detail[1];
  end if;
  if has_legs or has_links then
    s_lo := array_fill(1, array[n]); s_hi := array_fill(0, array[n]);
    for j in 1..cardinality(p_leg_at) loop
      i := p_leg_at[j];
      if s_hi[i] = 0 then s_lo[i] := j; end if;
      s_hi[i] := j;
    end loop;
  end if;

  -- What is known already: transfers of these ids, and what the commands point at.
  for r in
    select * from ledger.transfers t where id = any(p_id) and id between p_id_from and p_id_to
  loop
    i := array_position(p_id, r.id);
    continue when p_op[i] not in (1, 3, 5, 6);
    k := note_of[i];
    st[i] := case when r.cause is not distinct from p_link[i]
      and r.kind = coalesce(nullif(p_kind[i], 0), (select h.kind from ledger.holds h where h.id = p_link[i]))
      and (p_op[i] = 5 or r.debit_tokens = p_amount[i])
      and (p_op[i] not in (1, 3) or r.credit_tokens = p_amount[i] - p_fee[i])
      and (p_op[i] <> 5 or r.credit_tokens = p_amount[i])
      and (p_op[i] <> 1 or r.debit = p_debit[i]) and (p_op[i] in (5, 6) or r.credit = p_credit[i])
      and (p_op[i] <> 1 or r.debit > 7 or (coalesce(r.credit_promo, 0) > 0) = (use_of[i] = 1))
      and r.ref_type is not distinct from p_ref_type[k] and r.ref_id is not distinct from p_ref_id[k]
      and r.comment is not distinct from p_comment[k] and r.counterpart is not distinct from p_counterpart[k]
      and r.detail is not distinct from p_detail[k]
      then 1 else 5 end;
    if st[i] = 1 and p_op[i] in (1, 3) and (r.leg_tokens is not null or s_hi is not null and s_hi[i] > 0) and (
      select array_agg(account || ':' || case when of_platform then -tokens else tokens end order by account)
      from ledger.legs where transfer_id = r.id
    ) is distinct from (
      select array_agg(s_account[at] || ':' || s_part[at] order by s_account[at]) from generate_series(s_lo[i], s_hi[i]) at
    ) then st[i] := 5; end if;
    if p_op[i] <> 1 then
      d_at[i] := coalesce(array_position(acc, r.debit), 0);
      c_at[i] := coalesce(array_position(acc, r.credit), 0);
    end if;
  end loop;
  if has_links then
    h_state := array_fill(null::smallint, array[n]); h_was := h_state;
    h_amount := zero; h_posted := zero; h_promo := zero; h_dayt := zero;
    h_gross := zero; h_net := zero; h_refunded := zero;
    h_share := array_fill(0, array[n]);
    h_day := array_fill(null::date, array[n]);
    o_left := zero;
    for r in select * from ledger.holds where id = any(p_link) and id between p_link_from and p_link_to loop
      i := array_position(p_link, r.id);
      continue when p_op[i] = 5;
      h_amount[i] := r.amount; h_posted[i] := r.posted;
      if r.state = 1 then o_left[i] := r.amount - r.posted; end if;
      continue when st[i] <> 0;
      k := array_position(acc, r.account);
      -- A hold that came after we looked for its accounts is unknown to this batch.
      continue when r.state > 0 and (k is null or r.receiver > 7 and array_position(acc, r.receiver) is null
        or not coalesce(r.legs, '{}') <@ acc);
      h_state[i] := r.state; h_was[i] := r.state; h_promo[i] := r.promo; h_share[i] := r.share;
      h_day[i] := r.day; h_dayt[i] := r.day_tokens;
      if p_op[i] = 2 then
        j := array_position(p_hold_at, i);
        st[i] := case when r.state = 0 then 7
          when r.account = p_debit[i] and r.receiver = p_credit[i] and r.asked = p_amount[i]
            and r.kind = p_kind[i] and r.machine = p_machine[j] and r.share = coalesce(p_share[j], 0)
            and coalesce(r.legs, '{}') = s_account[s_lo[i]:s_hi[i]]
            and coalesce(r.leg_shares, '{}') = s_part[s_lo[i]:s_hi[i]]::int[] then 1 else 5 end;
      elsif r.state > 0 then
        d_at[i] := k; t_debit[i] := r.account;
        if p_kind[i] = 0 then t_kind[i] := r.kind; end if;
        if p_op[i] in (4, 6) then
          c_at[i] := coalesce(array_position(acc, r.receiver), 0); t_credit[i] := r.receiver;
        end if;
        if p_op[i] = 6 and r.legs is not null then
          s_lo[i] := cardinality(s_account) + 1; s_hi[i] := cardinality(s_account) + cardinality(r.legs);
          s_account := s_account || r.legs; s_part := s_part || r.leg_shares::bigint[];
        end if;
      end if;
    end loop;
    for r in
      select *, (select coalesce(sum(amount), 0)::bigint from ledger.refunds where original = id) refunded
      from ledger.transfers where id = any(p_link) and id between p_link_from and p_link_to
    loop
      i := array_position(p_link, r.id);
      continue when p_op[i] <> 5 or st[i] <> 0;
      h_gross[i] := r.debit_tokens; h_net[i] := r.credit_tokens; h_refunded[i] := r.refunded;
      -- The way back: who got gives.
      t_debit[i] := r.credit; t_credit[i] := r.debit;
      d_at[i] := coalesce(array_position(acc, r.credit), 0);
      c_at[i] := coalesce(array_position(acc, r.debit), 0);
      d_promo[i] := coalesce(r.credit_promo, 0); c_promo[i] := coalesce(r.debit_promo, 0);
      if r.leg_tokens is not null then
        s_lo[i] := cardinality(s_account) + 1;
        s_promo := s_promo || array_fill(0::bigint, array[cardinality(s_account) - cardinality(s_promo)]);
        s_side := s_side || array_fill(false, array[cardinality(s_account) - cardinality(s_side)]);
        select s_account || array_agg(account order by account), s_part || array_agg(tokens order by account),
          s_promo || array_agg(coalesce(promo, 0) order by account), s_side || array_agg(of_platform order by account)
        into s_account, s_part, s_promo, s_side from ledger.legs where transfer_id = r.id;
        s_hi[i] := cardinality(s_account);
        if not s_account[s_lo[i]:s_hi[i]] <@ acc then h_gross[i] := 0; end if;
      end if;
      if exists (select from ledger.refunds where transfer_id = r.id and original = r.cause) then h_gross[i] := 0; end if;
    end loop;
  end if;

  for i in 1..n loop
    if p_group[i] > 0 then
      if i = 1 or p_group[i] <> p_group[i - 1] then
        group_start := i;
        b_free := v_free; b_spent := v_spent; b_posted := v_posted; b_held := v_held; b_reversed := v_reversed;
        b_feed := v_feed; b_released := v_released; b_touched := v_touched;
        b_promo := v_promo; b_hpromo := v_hpromo; b_fpromo := v_fpromo;
      elsif group_refused = p_group[i] then
        st[i] := 11;
        continue;
      end if;
    end if;
    why := st[i];
    d := d_at[i]; c := c_at[i]; a := p_amount[i]; x := 0; q := 0;

    if why <> 0 then
      null;
    elsif p_op[i] <= 2 then
      if d > 0 then
        if p_limit[i] >= 0 then
          x := v_spent[d] + a;
          if limits[d] > 0 and x > limits[d] then why := 3;
          elsif p_limit[i] > 0 and x > p_limit[i] then why := 4; end if;
        end if;
        if v_fpromo[d] > 0 then
          if use_of[i] <> 2 then q := least(a, v_fpromo[d]);
          elsif v_free[d] - v_fpromo[d] < a then why := coalesce(nullif(why, 0), 2); end if;
        end if;
        if why = 0 and v_free[d] < a then why := 2; end if;
        if why = 0 then
          if p_limit[i] >= 0 then v_spent[d] := x; end if;
          v_free[d] := v_free[d] - a; v_touched[d] := true;
          if q > 0 then v_fpromo[d] := v_fpromo[d] - q; d_promo[i] := q; end if;
        end if;
      end if;
      if why = 0 then
        if p_op[i] = 2 then
          v_held[d] := v_held[d] + a;
          if q > 0 then v_hpromo[d] := v_hpromo[d] + q; end if;
          if c > 0 then
            x := v_feed[c] + 1; v_feed[c] := x; c_number[i] := x; v_touched[c] := true;
          end if;
        else
          if d > 0 then
            x := v_posted[d] - a; v_posted[d] := x; d_after[i] := x;
            x := v_feed[d] + 1; v_feed[d] := x; d_number[i] := x;
            if q > 0 then v_promo[d] := v_promo[d] - q; end if;
          end if;
          c_tokens[i] := a - p_fee[i];
          if c > 0 then c_promo[i] := case when d = 0 and use_of[i] = 1 then a else q * c_tokens[i] / a end; end if;
        end if;
      end if;
    elsif p_op[i] in (3, 6, 7) then
      if h_state[i] is null or h_state[i] = 0 then why := 6;
      elsif h_state[i] <> 1 then why := 7;
      -- Nobody posts to himself; receivers that the hold names are paid by captures.
      elsif p_op[i] = 3 and (t_debit[i] / 8 = p_credit[i] / 8 or h_share[i] > 0) then why := 5;
      elsif p_op[i] = 6 and h_share[i] = 0 then why := 5;
      elsif p_op[i] <> 7 and a > h_amount[i] - h_posted[i] then why := 8;
      -- A reversal has taken the tokens behind the hold: nobody is paid from what is gone.
      elsif p_op[i] <> 7 and v_posted[d] - a < floors[d] then why := 2;
      else
        if p_op[i] <> 7 then
          q := least(a, h_promo[i]); d_promo[i] := q;
          h_promo[i] := h_promo[i] - q;
          v_held[d] := v_held[d] - a; v_hpromo[d] := v_hpromo[d] - q; v_promo[d] := v_promo[d] - q;
          x := v_posted[d] - a; v_posted[d] := x; d_after[i] := x;
          x := v_feed[d] + 1; v_feed[d] := x; d_number[i] := x;
          if p_op[i] = 3 then c_tokens[i] := a - p_fee[i];
          else
            -- Shares are of all that the hold has paid so far, so that many small parts cost nobody a token.
            x := h_posted[i] * h_share[i] / 10000; y := (h_posted[i] + a) * h_share[i] / 10000;
            c_tokens[i] := y - x;
            for l in s_lo[i]..s_hi[i] loop
              z := s_part[l];
              if z >= 0 then
                s_part[l] := y * z / 10000 - x * z / 10000;
                c_tokens[i] := c_tokens[i] - s_part[l];
              else s_part[l] := h_posted[i] * -z / 10000 - (h_posted[i] + a) * -z / 10000; end if;
            end loop;
          end if;
          c_promo[i] := q * c_tokens[i] / a;
          h_posted[i] := h_posted[i] + a;
        end if;
        if p_op[i] = 3 or raise_to[i] < 0 then
          x := h_amount[i] - h_posted[i];
          v_held[d] := v_held[d] - x; v_hpromo[d] := v_hpromo[d] - h_promo[i]; h_promo[i] := 0;
          if h_day[i] = days[d] then
            x := least(x, h_dayt[i]);
            v_released[d] := v_released[d] + x; h_dayt[i] := h_dayt[i] - x;
          end if;
          h_state[i] := 2;
        elsif raise_to[i] > h_amount[i] then
          z := raise_to[i] - h_amount[i]; q := 0;
          if p_limit[i] >= 0 and h_day[i] is not null then
            x := v_spent[d] + z;
            if limits[d] > 0 and x > limits[d] then why := 3;
            elsif p_limit[i] > 0 and x > p_limit[i] then why := 4; end if;
          end if;
          if v_fpromo[d] > 0 then
            if use_of[i] <> 2 then q := least(z, v_fpromo[d]);
            elsif v_free[d] - v_fpromo[d] < z then why := coalesce(nullif(why, 0), 2); end if;
          end if;
          if why = 0 and v_free[d] < z then why := 2; end if;
          if why = 0 then
            if p_limit[i] >= 0 and h_day[i] is not null then
              v_spent[d] := x;
              h_dayt[i] := z + case when h_day[i] = days[d] then h_dayt[i] else 0 end; h_day[i] := days[d];
            end if;
            v_free[d] := v_free[d] - z; v_held[d] := v_held[d] + z;
            if q > 0 then
              v_fpromo[d] := v_fpromo[d] - q; v_hpromo[d] := v_hpromo[d] + q; h_promo[i] := h_promo[i] + q;
            end if;
            h_amount[i] := raise_to[i];
          -- What could not be held besides does not undo what was paid.
          elsif p_op[i] = 6 then why := 0; end if;
        elsif p_op[i] = 7 then why := 1; end if;
        if why = 0 then v_touched[d] := true; end if;
      end if;
    elsif p_op[i] = 4 then
      if h_state[i] = 2 then why := 7;
      elsif h_state[i] in (0, 3) then why := 1;
      elsif h_state[i] = 1 then
        x := h_amount[i] - h_posted[i];
        v_held[d] := v_held[d] - x; v_hpromo[d] := v_hpromo[d] - h_promo[i]; h_promo[i] := 0; v_touched[d] := true;
        if h_day[i] = days[d] then
          x := least(x, h_dayt[i]);
          v_released[d] := v_released[d] + x; h_dayt[i] := h_dayt[i] - x;
        end if;
        h_state[i] := 3;
        if c > 0 then
          x := v_feed[c] + 1; v_feed[c] := x; c_number[i] := x; v_touched[c] := true;
        end if;
      end if;
    else
      if h_gross[i] = 0 then why := 9;
      elsif h_refunded[i] + a > h_gross[i] then why := 10;
      else
        -- In all each receiver gives back floor(refunded * share / gross), whatever the steps.
        x := h_refunded[i]; y := x + a; z := h_gross[i];
        d_tokens[i] := y * h_net[i] / z - x * h_net[i] / z; c_tokens[i] := a;
        d_promo[i] := y * d_promo[i] / z - x * d_promo[i] / z;
        c_promo[i] := y * c_promo[i] / z - x * c_promo[i] / z;
        if d > 0 then
          q := d_tokens[i];
          v_free[d] := v_free[d] - q; v_reversed[d] := v_reversed[d] + q;
          x := v_posted[d] - q; v_posted[d] := x; d_after[i] := x;
          x := v_feed[d] + 1; v_feed[d] := x; d_number[i] := x; v_touched[d] := true;
          if d_promo[i] > 0 then
            v_promo[d] := v_promo[d] - d_promo[i]; v_fpromo[d] := v_fpromo[d] - d_promo[i];
          end if;
        end if;
        for l in s_lo[i]..s_hi[i] loop
          s_part[l] := h_refunded[i] * s_part[l] / z - y * s_part[l] / z;
          s_promo[l] := h_refunded[i] * s_promo[l] / z - y * s_promo[l] / z;
          k := array_position(acc, s_account[l]);
          v_free[k] := v_free[k] + s_part[l]; v_reversed[k] := v_reversed[k] - s_part[l];
        end loop;
      end if;
    end if;

    if why = 0 and p_op[i] not in (2, 4, 7) then
      if c > 0 then
        x := v_posted[c] + c_tokens[i]; v_posted[c] := x; c_after[i] := x;
        x := v_feed[c] + 1; v_feed[c] := x; c_number[i] := x; v_touched[c] := true;
        if c_promo[i] > 0 then v_promo[c] := v_promo[c] + c_promo[i]; end if;
      end if;
      if s_hi is not null then
        for l in s_lo[i]..s_hi[i] loop
          k := array_position(acc, s_account[l]);
          if p_op[i] = 5 then y := s_part[l]; q := s_promo[l];
          else y := abs(s_part[l]); q := d_promo[i] * y / a; end if;
          continue when y = 0;
          v_posted[k] := v_posted[k] + y; v_feed[k] := v_feed[k] + 1; v_touched[k] := true;
          v_promo[k] := v_promo[k] + q;
          l_sum[i] := l_sum[i] + y;
          g_at := g_at || i; g_account := g_account || s_account[l]; g_tokens := g_tokens || y;
          g_promo := g_promo || q; g_number := g_number || v_feed[k]; g_after := g_after || v_posted[k];
          g_side := g_side || case when p_op[i] = 5 then s_side[l] else s_part[l] < 0 end;
        end loop;
      end if;
    end if;
    st[i] := why;
    if why > 1 and p_group[i] > 0 then
      group_refused := p_group[i];
      for j in group_start..i - 1 loop
        if st[j] = 0 then st[j] := 11; end if;
      end loop;
      v_free := b_free; v_spent := b_spent; v_posted := b_posted; v_held := b_held; v_reversed := b_reversed;
      v_feed := b_feed; v_released := b_released; v_touched := b_touched;
      v_promo := b_promo; v_hpromo := b_hpromo; v_fpromo := b_fpromo;
    end if;
  end loop;

  -- Which places of bought tokens are taken, come and are voided, now that nothing is refused any more.
  for i in 1..n loop
    if st[i] = 0 then
      d := d_at[i]; c := c_at[i];
      if p_op[i] in (1, 3, 5, 6) then
        if d > 0 and acc[d] % 8 = 1 then
          x := d_tokens[i] - d_promo[i];
          if x <= 0 then null;
          elsif p_op[i] = 5 then
            select * into r from ledger.void_lot(acc[d], p_link[i], x, v_in[d], v_out[d], v_owed[d]);
            v_in[d] := r.paid_in; v_out[d] := r.paid_out; v_owed[d] := r.owed; v_void[d] := r.next_void;
          elsif v_void[d] is null or v_out[d] + x <= v_void[d] then
            f_from[i] := v_out[d]; v_out[d] := v_out[d] + x;
          else
            select * into r from ledger.pass_voids(acc[d], v_out[d], x);
            f_from[i] := r.o_from; v_out[d] := r.o_to; v_void[d] := r.o_next;
          end if;
        end if;
        if c > 0 and acc[c] % 8 = 1 then
          x := c_tokens[i] - c_promo[i];
          if x > 0 then
            insert into ledger.lots (account, lo, hi, transfer_id, cents)
              values (acc[c], v_in[c], v_in[c] + x, p_id[i], p_lot_cents[array_position(p_lot_at, i)]);
            v_in[c] := v_in[c] + x;
            if v_owed[c] > 0 then
              q := greatest(0, least(v_owed[c], v_in[c] - v_out[c]));
              v_out[c] := v_out[c] + q; v_owed[c] := v_owed[c] - q;
            end if;
          end if;
        end if;
        if t_debit[i] > 0 then platform := platform + d_tokens[i] - c_tokens[i] - l_sum[i]; end if;
        if t_debit[i] < 8 then sys_account := sys_account || t_debit[i]; sys_change := sys_change || -d_tokens[i]; end if;
        if t_credit[i] < 8 then sys_account := sys_account || t_credit[i]; sys_change := sys_change || c_tokens[i]; end if;
      end if;
    end if;
  end loop;

  insert into ledger.transfers (id, cause, debit, credit, debit_tokens, credit_tokens, debit_number, debit_after,
      credit_number, credit_after, created_at, paid_from, leg_tokens, debit_promo, credit_promo, kind,
      ref_type, ref_id, comment, counterpart, detail)
    select id, link, debit, credit, dt, ct, nullif(dn, 0), case when dn > 0 then da end,
      nullif(cn, 0), case when cn > 0 then ca end, v_now, f, nullif(lt, 0), nullif(dp, 0), nullif(cp, 0), kind,
      n_type[note], n_ref[note], n_comment[note], n_counterpart[note], n_detail[note]
    from unnest(st, p_op, p_id, p_link, t_kind, t_debit, t_credit, d_tokens, c_tokens, d_number, d_after,
        c_number, c_after, f_from, l_sum, d_promo, c_promo, note_of)
      t(s, op, id, link, kind, debit, credit, dt, ct, dn, da, cn, ca, f, lt, dp, cp, note)
    where s = 0 and op in (1, 3, 5, 6);
  if g_at <> '{}' then
    insert into ledger.legs (transfer_id, account, tokens, promo, of_platform, number, after)
      select p_id[at], account, tokens, nullif(promo, 0), side, number, after
      from unnest(g_at, g_account, g_tokens, g_promo, g_side, g_number, g_after)
        t(at, account, tokens, promo, side, number, after)
      where st[at] = 0;
  end if;
  if has_links then
    insert into ledger.holds
      (id, state, account, receiver, amount, asked, promo, share, legs, leg_shares, kind, machine, day, day_tokens,
        created_at, expires_at, feed)
      select p_id[at], 1, p_debit[at], p_credit[at], p_amount[at], p_amount[at], d_promo[at], coalesce(share, 0),
        nullif(s_account[s_lo[at]:s_hi[at]], '{}'), nullif(s_part[s_lo[at]:s_hi[at]]::int[], '{}'), p_kind[at], machine,
        case when p_limit[at] >= 0 then days[d_at[at]] end, case when p_limit[at] >= 0 then p_amount[at] else 0 end,
        v_now, expires_at, nullif(c_number[at], 0)
      from unnest(p_hold_at, p_machine, p_expires_at, p_share) t(at, machine, expires_at, share) where st[at] = 0;
    insert into ledger.holds (id, state, created_at, closed_at)
      select id, 0, v_now, v_now from unnest(st, p_op, p_link, h_was) t(s, op, id, was)
      where s = 0 and op = 4 and was is null;
    update ledger.holds h set state = t.state, closed_at = case when t.state > 1 then v_now end, posted = t.posted,
        amount = t.amount, promo = t.promo, day = t.day, day_tokens = t.day_tokens,
        void_feed = case when op = 4 then nullif(number, 0) end
      from unnest(st, p_op, p_link, h_was, h_state, h_posted, h_amount, h_promo, h_day, h_dayt, c_number)
        t(s, op, link, was, state, posted, amount, promo, day, day_tokens, number)
      where s = 0 and op in (3, 4, 6, 7) and was = 1 and h.id = link and h.id between p_link_from and p_link_to
        and h.state = 1;
    get diagnostics closing = row_count;
    if closing <> (
      select count(*) from unnest(st, p_op, h_was) t(s, op, was) where s = 0 and op in (3, 4, 6, 7) and was = 1)
    then raise exception 'a hold was changed twice in a batch'; end if;
    insert into ledger.refunds (original, transfer_id, amount)
      select link, id, tokens from unnest(st, p_op, p_link, p_id, c_tokens) t(s, op, link, id, tokens)
      where s = 0 and op = 5;
    for i in 1..n loop
      if st[i] = 0 and h_was[i] = 1 then
        o_left[i] := case when h_state[i] = 1 then h_amount[i] - h_posted[i] else 0 end;
      end if;
    end loop;
  end if;
  update ledger.balances b set posted = u.posted, held = u.held, reversed = u.reversed, feed = u.feed,
      spent_day = u.day, spent = u.spent - u.released, version = b.version + 1,
      promo = u.promo, held_promo = u.held_promo, paid_in = u.paid_in, paid_out = u.paid_out, owed = u.owed,
      next_void = u.next_void
    from unnest(acc, v_touched, v_posted, v_held, v_reversed, v_feed, days, v_spent, v_released, v_promo, v_hpromo,
        v_in, v_out, v_owed, v_void)
      u(account, touched, posted, held, reversed, feed, day, spent, released, promo, held_promo, paid_in, paid_out,
        owed, next_void)
    where u.touched and b.account = u.account;

  for j in 1..cardinality(acc) loop
    if v_touched[j] then
      versions[j] := versions[j] + 1;
      if acc[j] % 8 = 2 then fed := fed || acc[j]; end if;
    end if;
  end loop;
  if platform <> 0 then sys_account := sys_account || 1::bigint; sys_change := sys_change || platform; end if;
  if fed <> '{}' or sys_account <> '{}' then
    insert into ledger.batches (accounts, at, system_accounts, system_changes)
      select fed, v_now, coalesce(array_agg(account), '{}'), coalesce(array_agg(change), '{}') from (
        select account, sum(change)::bigint change from unnest(sys_account, sys_change) t(account, change)
        group by account) changed;
  end if;
  o_status := st; o_accounts := acc; o_posted := v_posted; o_held := v_held; o_floor := floors;
  o_version := versions; o_debit_at := d_at; o_credit_at := c_at; o_promo := v_promo;
end $$;

-- Gross tokens that one account gave another since an instant; reads the payer's newest movements only.
create or replace function ledger.recent_spend(p_payer bigint, p_receiver bigint, p_since timestamptz) returns bigint
language plpgsql stable as $$
declare
  r record;
  total bigint := 0;
  oldest uuid := ledger.uuid_floor(greatest(p_since - interval '2 days', timestamptz 'epoch'));
begin
  if p_payer > 7 and not exists (
    select from ledger.balances where account = p_payer and spent_day >= (p_since at time zone 'UTC')::date)
  then return 0; end if;
  for r in
    select credit, debit_tokens, created_at from ledger.transfers
    where debit = p_payer and debit_number is not null and id >= oldest order by debit_number desc
  loop
    exit when r.created_at < p_since;
    if r.credit = p_receiver then total := total + r.debit_tokens; end if;
  end loop;
  return total;
end $$;

-- What an account spent on a day; reads back from the newest movement to the day's beginning.
create or replace function ledger.spent_on(p_account bigint, p_day date, p_uncounted smallint[]) returns bigint
language plpgsql stable as $$
declare
  r record;
  total bigint := 0;
begin
  for r in
    select (created_at at time zone 'UTC')::date as day, debit_tokens, kind, cause from ledger.transfers
    where debit = p_account and debit_number is not null order by debit_number desc
  loop
    exit when r.day < p_day;
    if r.day = p_day and r.cause is null and r.kind <> all(p_uncounted) then
      total := total + r.debit_tokens;
    end if;
  end loop;
  return total + (select coalesce(sum(day_tokens), 0) from ledger.holds where account = p_account and day = p_day);
end $$;
