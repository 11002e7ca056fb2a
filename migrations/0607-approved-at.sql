-- When somebody was first approved as a performer: lists call them new for thirty days from then on.
alter table accounts add column approved_at timestamptz;

-- Who was approved before this, or was and let a document expire.
-- allowed: performers are a small part of the accounts, and each row is written once
update accounts a set approved_at = coalesce((
    select min(c.decided_at) from identity_cases c
    where c.account_id = a.id and c.kind = 'application' and c.state = 'approved'), a.created_at)
  where a.type = 'model' and a.compliance_status in ('approved', 'expired');

-- A trigger, since the version before, which goes on serving meanwhile, approves people as well.
create function note_first_approval() returns trigger language plpgsql as $$
begin
  -- Who is written as approved at once has been so since the account was made.
  new.approved_at := case when tg_op = 'INSERT' then new.created_at else now() end;
  return new;
end $$;

create trigger accounts_first_approval before insert or update on accounts for each row
  when (new.type = 'model' and new.compliance_status = 'approved' and new.approved_at is null)
  execute function note_first_approval();
