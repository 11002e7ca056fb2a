-- The ledger: whole tokens, double entry, append-only. The rules are in
-- apps/site/src/features/ledger/SPEC.md.
-- Account numbers: person * 8 + 1 spending, person * 8 + 2 earning; 1 to 7 belong to the system.

create schema ledger;

-- One row per person's account. System accounts have none, so that nothing waits for them.
create table ledger.balances (
  account bigint primary key check (account > 7),
  posted bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  floor bigint not null default 0 check (floor <= 0),
  -- What refunds and chargebacks took without asking for cover; only they may go below the floor.
  reversed bigint not null default 0 check (reversed >= 0),
  -- The person's own limit per UTC day; 0 is none.
  daily_limit bigint not null default 0 check (daily_limit >= 0),
  -- The day of the last spend, and what was spent and held on it.
  spent_day date not null default date '2000-01-01',
  spent bigint not null default 0 check (spent >= 0),
  -- How many numbers the account has given to its entries and to holds in its favour.
  feed bigint not null default 0,
  version bigint not null default 0,
  check (posted - held + reversed >= floor)
) with (fillfactor = 50);

create table ledger.transfers (
  id uuid primary key,
  kind smallint not null,
  debit bigint not null check (debit > 0),
  credit bigint not null check (credit > 0 and credit <> debit),
  -- The debit account gives the first, the credit account gets the second, the platform the difference.
  debit_tokens bigint not null check (debit_tokens >= 0),
  credit_tokens bigint not null check (credit_tokens >= 0),
  -- The hold that was posted, or the transfer that was refunded.
  cause uuid,
  created_at timestamptz not null
) partition by range (id);

create table ledger.entries (
  transfer_id uuid not null,
  account bigint not null,
  amount bigint not null,
  -- Place in the account's feed and the balance after it; null on system accounts.
  number bigint,
  balance_after bigint
) partition by range (transfer_id);
create index entries_of_transfer on ledger.entries (transfer_id);
create index entries_of_account on ledger.entries (account, number) where account > 7;

create table ledger.notes (
  transfer_id uuid primary key,
  ref_type text,
  ref_id text,
  comment text,
  counterpart text
) partition by range (transfer_id);

create table ledger.holds (
  id uuid primary key,
  -- 0 voided before it came (all else is empty then), 1 open, 2 posted, 3 voided
  state smallint not null check (state between 0 and 3),
  account bigint not null default 0,
  -- The account whose feed counts the hold; 0 is none.
  receiver bigint not null default 0,
  amount bigint not null default 0 check (amount >= 0),
  posted bigint not null default 0 check (posted between 0 and amount),
  kind smallint not null default 0,
  machine text not null default '',
  -- The day whose limits count the hold; null when none does.
  day date,
  created_at timestamptz not null,
  expires_at timestamptz,
  closed_at timestamptz,
  -- Places in the receiver's feed of its making and of its voiding.
  feed bigint,
  void_feed bigint
) partition by range (id);
create index holds_expiring on ledger.holds (expires_at, id) where state = 1;
create index holds_open on ledger.holds (account) where state = 1;
create index holds_of_machine on ledger.holds (machine) where state = 1;
create index holds_made on ledger.holds (receiver, feed) where feed is not null;
create index holds_voided on ledger.holds (receiver, void_feed) where void_feed is not null;

create table ledger.refunds (
  original uuid not null,
  transfer_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (original, transfer_id)
);

-- What is written stays: an error is corrected by a further transfer.

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % refused', tg_op, tg_table_name using errcode = '55000';
end $$;

do $$
declare name text;
begin
  foreach name in array array['transfers', 'entries', 'notes', 'refunds'] loop
    execute format('create trigger append_only before update or delete on ledger.%I
      for each row execute function ledger.refuse_change()', name);
    execute format('create trigger no_truncate before truncate on ledger.%I
      for each statement execute function ledger.refuse_change()', name);
    execute format('revoke update, delete, truncate on ledger.%I from public, current_user', name);
  end loop;
end $$;

create trigger no_delete before delete on ledger.holds for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.holds
  for each statement execute function ledger.refuse_change();
create trigger closed_is_final before update on ledger.holds for each row
  when (old.state <> 1 or new.id <> old.id or new.account <> old.account or new.amount <> old.amount
    or new.receiver <> old.receiver or new.kind <> old.kind)
  execute function ledger.refuse_change();
revoke delete, truncate on ledger.holds from public, current_user;

-- The least UUIDv7 of an instant.
create function ledger.uuid_floor(at timestamptz) returns uuid language sql immutable
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70000000000000000000')::uuid;

-- Gives a partition what it does not take from its parent; a row can be reached through either.
create function ledger.seal_partition(part text, parent text) returns void language plpgsql as $$
begin
  execute format('create trigger no_truncate before truncate on ledger.%I
    for each statement execute function ledger.refuse_change()', part);
  execute format('revoke %s delete, truncate on ledger.%I from public, current_user',
    case when parent = 'holds' then '' else 'update,' end, part);
end $$;

-- Makes the monthly partitions up to `months_ahead` after this month. The first one has no lower end. Ids
-- beyond the last one go to the default partition; a month that already has rows there stays there.
create function ledger.ensure_partitions(months_ahead int) returns int language plpgsql
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
  foreach name in array array['transfers', 'entries', 'notes', 'holds'] loop
    is_first := to_regclass(format('ledger.%I', name || '_other')) is null;
    if is_first then
      execute format('create table ledger.%I partition of ledger.%I default', name || '_other', name);
      perform ledger.seal_partition(name || '_other', name);
    end if;
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

-- Makes the missing rows of the accounts.
create function ledger.open_accounts(p_accounts bigint[]) returns void language sql as $$
  insert into ledger.balances (account) select unnest(p_accounts) order by 1 on conflict do nothing
$$;

-- Applies a batch of commands, each decided in order, and writes all of it. The one way to change money.
-- Arrays prefixed p_ run parallel to the commands, except: p_accounts (persons' accounts that the commands
-- name, distinct, ascending), p_note_* and p_hold_* (parallel to p_note_at and p_hold_at, the places of the
-- commands that have a note or make a hold). p_debit_at and p_credit_at are places in p_accounts, 0 for none.
-- No id may occur twice in a batch, in whatever role.
-- p_op: 1 transfer, 2 hold, 3 post, 4 void, 5 refund. p_link: the hold of 2 to 4, the refunded transfer of 5.
-- p_fee: of the amount, for the platform. p_limit: the site's daily limit; 0 none, -1 counts for no limit.
-- p_kind: of a post 0 for the kind of its hold. p_group: 0 alone; commands of one group follow each other and apply together or not at all.
-- p_now: null for the database's clock.
-- o_status: 0 applied, 1 repeated, 2 not enough tokens, 3 own daily limit, 4 site's daily limit, 5 mismatch,
-- 6 unknown hold, 7 hold closed, 8 more than held, 9 unknown transfer, 10 more than is left to refund,
-- 11 another command of the group was refused. Null when accounts have no row yet; then nothing was done.
-- The other results run parallel to o_accounts, but for o_debit_at and o_credit_at: places in o_accounts of
-- each command's accounts.
create function ledger.apply(
  p_now timestamptz, p_accounts bigint[],
  p_op smallint[], p_id uuid[], p_link uuid[], p_kind smallint[], p_debit bigint[], p_credit bigint[],
  p_debit_at int[], p_credit_at int[], p_amount bigint[], p_fee bigint[], p_limit bigint[], p_group int[],
  p_note_at int[], p_ref_type text[], p_ref_id text[], p_comment text[], p_counterpart text[],
  p_hold_at int[], p_machine text[], p_expires_at timestamptz[],
  out o_status smallint[], out o_accounts bigint[], out o_posted bigint[], out o_held bigint[],
  out o_floor bigint[], out o_version bigint[], out o_debit_at int[], out o_credit_at int[])
language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  n int := cardinality(p_op);
  has_links boolean := p_op && array[2, 3, 4, 5]::smallint[];
  extra bigint[];
  wanted bigint[] := p_accounts;
  v_now timestamptz;
  v_today date;
  -- Accounts, in order of their numbers, as they were (first line) and as the batch leaves them.
  acc bigint[]; days date[]; floors bigint[]; limits bigint[]; versions bigint[];
  v_free bigint[]; v_spent bigint[]; v_posted bigint[]; v_held bigint[]; v_reversed bigint[]; v_feed bigint[];
  v_released bigint[]; v_touched boolean[]; place int[];
  -- Commands.
  st smallint[] := array_fill(0::smallint, array[n]);
  d_at int[] := p_debit_at; c_at int[] := p_credit_at;
  t_kind smallint[] := p_kind; t_debit bigint[] := p_debit; t_credit bigint[] := p_credit;
  d_tokens bigint[] := p_amount; c_tokens bigint[] := array_fill(0::bigint, array[n]);
  d_after bigint[] := c_tokens; d_number bigint[] := c_tokens;
  c_after bigint[] := c_tokens; c_number bigint[] := c_tokens;
  -- Holds and refunded transfers that commands point at.
  h_state smallint[]; h_amount bigint[]; h_day date[]; h_gross bigint[]; h_net bigint[]; h_refunded bigint[];
  -- State to go back to when a command of a group is refused.
  group_start int := 0; group_refused int := 0;
  b_free bigint[]; b_spent bigint[]; b_posted bigint[]; b_held bigint[]; b_reversed bigint[];
  b_feed bigint[]; b_released bigint[]; b_touched boolean[];
  r record;
  i int; j int; k int; d int; c int; a bigint; x bigint; why smallint; closing int := 0;
begin
  if has_links then
    select array_agg(distinct account) into extra from (
      select account from ledger.holds where id = any(p_link)
      union all select receiver from ledger.holds where id = any(p_link)
      union all select debit from ledger.transfers where id = any(p_link)
      union all select credit from ledger.transfers where id = any(p_link)
    ) named where account > 7 and account <> all(p_accounts);
    if extra is not null then
      select array_agg(account order by account) into wanted from unnest(p_accounts || extra) account;
    end if;
  end if;

  select array_agg(account), array_agg(spent_day), array_agg(floor), array_agg(daily_limit), array_agg(version),
    array_agg(posted - held - floor), array_agg(spent), array_agg(posted), array_agg(held),
    array_agg(reversed), array_agg(feed)
  into acc, days, floors, limits, versions, v_free, v_spent, v_posted, v_held, v_reversed, v_feed
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

  -- What is known already: transfers of these ids, and what the commands point at.
  for r in
    select * from ledger.transfers t left join ledger.notes on transfer_id = id where id = any(p_id)
  loop
    i := array_position(p_id, r.id);
    continue when p_op[i] not in (1, 3, 5);
    k := array_position(p_note_at, i);
    st[i] := case when r.cause is not distinct from p_link[i]
      and r.kind = coalesce(nullif(p_kind[i], 0), (select h.kind from ledger.holds h where h.id = p_link[i]))
      and (p_op[i] = 5 or (r.debit_tokens = p_amount[i] and r.credit_tokens = p_amount[i] - p_fee[i]))
      and (p_op[i] <> 5 or r.credit_tokens = p_amount[i])
      and (p_op[i] <> 1 or r.debit = p_debit[i]) and (p_op[i] = 5 or r.credit = p_credit[i])
      and r.ref_type is not distinct from p_ref_type[k] and r.ref_id is not distinct from p_ref_id[k]
      and r.comment is not distinct from p_comment[k] and r.counterpart is not distinct from p_counterpart[k]
      then 1 else 5 end;
    if p_op[i] <> 1 then
      d_at[i] := coalesce(array_position(acc, r.debit), 0);
      c_at[i] := coalesce(array_position(acc, r.credit), 0);
    end if;
  end loop;
  if has_links then
    h_state := array_fill(null::smallint, array[n]);
    h_amount := c_tokens; h_gross := c_tokens; h_net := c_tokens; h_refunded := c_tokens;
    h_day := array_fill(null::date, array[n]);
    for r in select * from ledger.holds where id = any(p_link) loop
      i := array_position(p_link, r.id);
      continue when p_op[i] = 5 or st[i] <> 0;
      k := array_position(acc, r.account);
      -- A hold that came after we looked for its account is unknown to this batch.
      continue when r.state > 0 and k is null;
      h_state[i] := r.state; h_amount[i] := r.amount; h_day[i] := r.day;
      if p_op[i] = 2 then
        j := array_position(p_hold_at, i);
        st[i] := case when r.state = 0 then 7
          when r.account = p_debit[i] and r.receiver = p_credit[i] and r.amount = p_amount[i]
            and r.kind = p_kind[i] and r.machine = p_machine[j] then 1 else 5 end;
      elsif r.state > 0 then
        d_at[i] := k; t_debit[i] := r.account;
        if p_kind[i] = 0 then t_kind[i] := r.kind; end if;
        if p_op[i] = 4 then c_at[i] := coalesce(array_position(acc, r.receiver), 0); end if;
      end if;
    end loop;
    for r in
      select *, (select coalesce(sum(amount), 0)::bigint from ledger.refunds where original = id) refunded
      from ledger.transfers where id = any(p_link)
    loop
      i := array_position(p_link, r.id);
      continue when p_op[i] <> 5 or st[i] <> 0;
      h_gross[i] := r.debit_tokens; h_net[i] := r.credit_tokens; h_refunded[i] := r.refunded;
      -- The way back: who got gives.
      t_debit[i] := r.credit; t_credit[i] := r.debit;
      d_at[i] := coalesce(array_position(acc, r.credit), 0);
      c_at[i] := coalesce(array_position(acc, r.debit), 0);
      if exists (select from ledger.refunds where transfer_id = r.id and original = r.cause) then h_gross[i] := 0; end if;
    end loop;
  end if;

  for i in 1..n loop
    if p_group[i] > 0 then
      if i = 1 or p_group[i] <> p_group[i - 1] then
        group_start := i;
        b_free := v_free; b_spent := v_spent; b_posted := v_posted; b_held := v_held; b_reversed := v_reversed;
        b_feed := v_feed; b_released := v_released; b_touched := v_touched;
      elsif group_refused = p_group[i] then
        st[i] := 11;
        continue;
      end if;
    end if;
    why := st[i];
    d := d_at[i]; c := c_at[i]; a := p_amount[i];

    if why <> 0 then
      null;
    elsif p_op[i] <= 2 then
      if d > 0 then
        if p_limit[i] >= 0 then
          x := v_spent[d] + a;
          if limits[d] > 0 and x > limits[d] then why := 3;
          elsif p_limit[i] > 0 and x > p_limit[i] then why := 4; end if;
        end if;
        if why = 0 and v_free[d] < a then why := 2; end if;
        if why = 0 then
          if p_limit[i] >= 0 then v_spent[d] := x; end if;
          v_free[d] := v_free[d] - a;
          v_touched[d] := true;
        end if;
      end if;
      if why = 0 then
        if p_op[i] = 2 then
          v_held[d] := v_held[d] + a;
          if c > 0 then
            x := v_feed[c] + 1; v_feed[c] := x; c_number[i] := x; v_touched[c] := true;
          end if;
        else
          if d > 0 then
            x := v_posted[d] - a; v_posted[d] := x; d_after[i] := x;
            x := v_feed[d] + 1; v_feed[d] := x; d_number[i] := x;
          end if;
          x := a - p_fee[i]; c_tokens[i] := x;
          if c > 0 then
            x := v_posted[c] + x; v_posted[c] := x; c_after[i] := x;
            x := v_feed[c] + 1; v_feed[c] := x; c_number[i] := x; v_touched[c] := true;
          end if;
        end if;
      end if;
    elsif p_op[i] = 3 then
      if h_state[i] is null or h_state[i] = 0 then why := 6;
      elsif h_state[i] <> 1 then why := 7;
      -- Nobody posts to himself.
      elsif t_debit[i] / 8 = p_credit[i] / 8 then why := 5;
      elsif a > h_amount[i] then why := 8;
      else
        v_held[d] := v_held[d] - h_amount[i];
        if h_day[i] = days[d] then v_released[d] := v_released[d] + h_amount[i] - a; end if;
        x := v_posted[d] - a; v_posted[d] := x; d_after[i] := x;
        x := v_feed[d] + 1; v_feed[d] := x; d_number[i] := x; v_touched[d] := true;
        x := a - p_fee[i]; c_tokens[i] := x;
        if c > 0 then
          x := v_posted[c] + x; v_posted[c] := x; c_after[i] := x;
          x := v_feed[c] + 1; v_feed[c] := x; c_number[i] := x; v_touched[c] := true;
        end if;
      end if;
    elsif p_op[i] = 4 then
      if h_state[i] = 2 then why := 7;
      elsif h_state[i] in (0, 3) then why := 1;
      elsif h_state[i] = 1 then
        v_held[d] := v_held[d] - h_amount[i]; v_touched[d] := true;
        if h_day[i] = days[d] then v_released[d] := v_released[d] + h_amount[i]; end if;
        if c > 0 then
          x := v_feed[c] + 1; v_feed[c] := x; c_number[i] := x; v_touched[c] := true;
        end if;
      end if;
    else
      if h_gross[i] = 0 then why := 9;
      elsif h_refunded[i] + a > h_gross[i] then why := 10;
      else
        -- In all the receiver gives back floor(refunded * net / gross), whatever the steps.
        x := (h_refunded[i] + a) * h_net[i] / h_gross[i] - h_refunded[i] * h_net[i] / h_gross[i];
        d_tokens[i] := x; c_tokens[i] := a;
        if d > 0 then
          v_free[d] := v_free[d] - x; v_reversed[d] := v_reversed[d] + x;
          x := v_posted[d] - x; v_posted[d] := x; d_after[i] := x;
          x := v_feed[d] + 1; v_feed[d] := x; d_number[i] := x; v_touched[d] := true;
        end if;
        if c > 0 then
          x := v_posted[c] + a; v_posted[c] := x; c_after[i] := x;
          x := v_feed[c] + 1; v_feed[c] := x; c_number[i] := x; v_touched[c] := true;
        end if;
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
    end if;
  end loop;

  insert into ledger.transfers (id, kind, debit, credit, debit_tokens, credit_tokens, cause, created_at)
    select id, kind, debit, credit, dt, ct, link, v_now
    from unnest(st, p_op, p_id, t_kind, t_debit, t_credit, d_tokens, c_tokens, p_link)
      t(s, op, id, kind, debit, credit, dt, ct, link)
    where s = 0 and op in (1, 3, 5);
  insert into ledger.entries (transfer_id, account, amount, number, balance_after)
    select id, account, -tokens, nullif(number, 0), case when number > 0 then after end
    from unnest(st, p_op, p_id, t_debit, d_tokens, d_number, d_after) t(s, op, id, account, tokens, number, after)
    where s = 0 and op in (1, 3, 5)
    union all
    select id, account, tokens, nullif(number, 0), case when number > 0 then after end
    from unnest(st, p_op, p_id, t_credit, c_tokens, c_number, c_after) t(s, op, id, account, tokens, number, after)
    where s = 0 and op in (1, 3, 5)
    union all
    select id, 1, dt - ct, null, null
    from unnest(st, p_op, p_id, d_tokens, c_tokens) t(s, op, id, dt, ct)
    where s = 0 and op in (1, 3, 5) and dt <> ct;
  if cardinality(p_note_at) > 0 then
    insert into ledger.notes (transfer_id, ref_type, ref_id, comment, counterpart)
      select p_id[at], ref_type, ref_id, comment, counterpart
      from unnest(p_note_at, p_ref_type, p_ref_id, p_comment, p_counterpart)
        t(at, ref_type, ref_id, comment, counterpart)
      where st[at] = 0;
  end if;
  if has_links then
    insert into ledger.holds
      (id, state, account, receiver, amount, kind, machine, day, created_at, expires_at, feed)
      select p_id[at], 1, p_debit[at], p_credit[at], p_amount[at], p_kind[at], machine,
        case when p_limit[at] >= 0 then days[d_at[at]] end, v_now, expires_at, nullif(c_number[at], 0)
      from unnest(p_hold_at, p_machine, p_expires_at) t(at, machine, expires_at) where st[at] = 0;
    insert into ledger.holds (id, state, created_at, closed_at)
      select id, 0, v_now, v_now from unnest(st, p_op, p_link, h_state) t(s, op, id, state)
      where s = 0 and op = 4 and state is null;
    update ledger.holds h set state = op - 1, closed_at = v_now,
        posted = case when op = 3 then tokens else 0 end,
        void_feed = case when op = 4 then nullif(number, 0) end
      from unnest(st, p_op, p_link, h_state, d_tokens, c_number) t(s, op, link, was, tokens, number)
      where s = 0 and op in (3, 4) and was = 1 and h.id = link and h.state = 1;
    get diagnostics closing = row_count;
    if closing <> (select count(*) from unnest(st, p_op, h_state) t(s, op, was) where s = 0 and op in (3, 4) and was = 1)
    then raise exception 'a hold was closed twice in a batch'; end if;
    insert into ledger.refunds (original, transfer_id, amount)
      select link, id, tokens from unnest(st, p_op, p_link, p_id, c_tokens) t(s, op, link, id, tokens)
      where s = 0 and op = 5;
  end if;
  update ledger.balances b set posted = u.posted, held = u.held, reversed = u.reversed, feed = u.feed,
      spent_day = u.day, spent = u.spent - u.released, version = b.version + 1
    from unnest(acc, v_touched, v_posted, v_held, v_reversed, v_feed, days, v_spent, v_released)
      u(account, touched, posted, held, reversed, feed, day, spent, released)
    where u.touched and b.account = u.account;

  for j in 1..cardinality(acc) loop
    if v_touched[j] then versions[j] := versions[j] + 1; end if;
  end loop;
  o_status := st; o_accounts := acc; o_posted := v_posted; o_held := v_held; o_floor := floors;
  o_version := versions; o_debit_at := d_at; o_credit_at := c_at;
end $$;

-- Gross tokens that one account gave another since an instant; reads the payer's newest entries only.
create function ledger.recent_spend(p_payer bigint, p_receiver bigint, p_since timestamptz) returns bigint
language plpgsql stable as $$
declare
  r record;
  total bigint := 0;
begin
  for r in
    select t.credit, t.debit_tokens, t.created_at
    from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
    where e.account = p_payer and e.account > 7 order by e.number desc
  loop
    exit when r.created_at < p_since;
    if r.credit = p_receiver then total := total + r.debit_tokens; end if;
  end loop;
  return total;
end $$;

-- What the reconciler knows: each account as it was when it last added up, and where it goes on.
create table ledger.checked (
  account bigint primary key,
  feed bigint not null,
  posted bigint not null,
  reversed bigint not null,
  version bigint not null
);
create table ledger.reconciliation (
  only_row boolean primary key default true check (only_row),
  -- The instant whose ids are looked at next, of those that are not new.
  next_at timestamptz,
  next_slice int not null default 0,
  report jsonb
);
insert into ledger.reconciliation default values;

-- What an account spent on a day by its entries; reads back from the newest entry to the day's beginning.
create function ledger.spent_on(p_account bigint, p_day date, p_uncounted smallint[]) returns bigint
language plpgsql stable as $$
declare
  r record;
  total bigint := 0;
begin
  for r in
    select (t.created_at at time zone 'UTC')::date as day, t.debit, t.debit_tokens, t.kind, t.cause
    from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
    where e.account = p_account and e.account > 7 order by e.number desc
  loop
    exit when r.day < p_day;
    if r.day = p_day and r.debit = p_account and r.cause is null and r.kind <> all(p_uncounted) then
      total := total + r.debit_tokens;
    end if;
  end loop;
  return total + (select coalesce(sum(case state when 1 then amount else posted end), 0)
    from ledger.holds where account = p_account and day = p_day and state in (1, 2));
end $$;
create index holds_of_day on ledger.holds (account, day) where day is not null;
