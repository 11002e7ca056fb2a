-- What an account spent on a day, from the partitions of the 400 days before it: the id of a payment is older than the
-- payment where it was written down long before, as for a show that was announced, and never older than that.
create or replace function ledger.spent_on(p_account bigint, p_day date, p_uncounted smallint[]) returns bigint
language plpgsql stable as $$
declare
  r record;
  total bigint := 0;
  oldest uuid := ledger.uuid_floor(greatest((p_day - 400)::timestamp at time zone 'UTC', timestamptz 'epoch'));
begin
  for r in
    select (created_at at time zone 'UTC')::date as day, debit_tokens, kind, cause from ledger.transfers
    where debit = p_account and debit_number is not null and id >= oldest order by debit_number desc
  loop
    exit when r.day < p_day;
    if r.day = p_day and r.cause is null and r.kind <> all(p_uncounted) then
      total := total + r.debit_tokens;
    end if;
  end loop;
  return total + (select coalesce(sum(day_tokens), 0) from ledger.holds where account = p_account and day = p_day);
end $$;
