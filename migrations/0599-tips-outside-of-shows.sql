-- What one gave another since an instant by transfers of one kind whose detail has no such field: the tips that
-- everybody in a room may know of are those that were given outside of shows.
create function ledger.recent_spend_without(
  p_payer bigint, p_receiver bigint, p_since timestamptz, p_kind smallint, p_field text) returns bigint
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
    select credit, debit_tokens, created_at, kind, detail from ledger.transfers
    where debit = p_payer and debit_number is not null and id >= oldest order by debit_number desc
  loop
    exit when r.created_at < p_since;
    if r.credit = p_receiver and r.kind = p_kind and not coalesce(r.detail ? p_field, false)
    then total := total + r.debit_tokens; end if;
  end loop;
  return total;
end $$;
