-- What was spent lately stands in the newest partitions: a payment's id carries the time of the call that made it, and
-- a call is refused when its key is older than a day. Two days leave room.
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
    select t.credit, t.debit_tokens, t.created_at
    from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
    where e.account = p_payer and e.account > 7 and e.transfer_id >= oldest and t.id >= oldest
    order by e.number desc
  loop
    exit when r.created_at < p_since;
    if r.credit = p_receiver then total := total + r.debit_tokens; end if;
  end loop;
  return total;
end $$;
