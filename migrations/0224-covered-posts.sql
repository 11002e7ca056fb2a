-- As in 0160-events.sql, and besides: a hold whose tokens a reversal has taken is not paid out any more.
create or replace function ledger.apply(
  p_now timestamptz, p_accounts bigint[],
  p_op smallint[], p_id uuid[], p_link uuid[], p_kind smallint[], p_debit bigint[], p_credit bigint[],
  p_debit_at int[], p_credit_at int[], p_amount bigint[], p_fee bigint[], p_limit bigint[], p_group int[],
  p_note_at int[], p_ref_type text[], p_ref_id text[], p_comment text[], p_counterpart text[],
  p_hold_at int[], p_machine text[], p_expires_at timestamptz[], p_detail jsonb[],
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
  -- Earning accounts whose feed has grown.
  fed bigint[] := '{}';
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
      and r.detail is not distinct from p_detail[k]
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
      -- A reversal has taken the tokens behind the hold: nobody is paid from what is gone.
      elsif v_posted[d] - a < floors[d] then why := 2;
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
    insert into ledger.notes (transfer_id, ref_type, ref_id, comment, counterpart, detail)
      select p_id[at], ref_type, ref_id, comment, counterpart, detail
      from unnest(p_note_at, p_ref_type, p_ref_id, p_comment, p_counterpart, p_detail)
        t(at, ref_type, ref_id, comment, counterpart, detail)
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
    if v_touched[j] then
      versions[j] := versions[j] + 1;
      if acc[j] % 8 = 2 then fed := fed || acc[j]; end if;
    end if;
  end loop;
  if fed <> '{}' then insert into ledger.batches (accounts, at) values (fed, v_now); end if;
  o_status := st; o_accounts := acc; o_posted := v_posted; o_held := v_held; o_floor := floors;
  o_version := versions; o_debit_at := d_at; o_credit_at := c_at;
end $$;
