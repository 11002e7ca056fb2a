-- Most people who enter a room have not spent anything for a while: the day of an account's last movement tells
-- it, and its entries need not be looked for.
create or replace function ledger.recent_spend(p_payer bigint, p_receiver bigint, p_since timestamptz) returns bigint
language plpgsql stable as $$
declare
  r record;
  total bigint := 0;
begin
  if p_payer > 7 and not exists (
    select from ledger.balances where account = p_payer and spent_day >= (p_since at time zone 'UTC')::date)
  then return 0; end if;
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
