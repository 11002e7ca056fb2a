-- Pages of an account are told in which rooms it is silenced, so these silences are looked for by account.
create index room_sanctions_silenced on room_sanctions (account_id)
  where kind = 'silence' and lifted_at is null and account_id is not null;
