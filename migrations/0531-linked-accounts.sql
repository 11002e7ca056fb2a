-- Accounts of one person, between which they change without a password.

create table linked_accounts (
  -- The lower of both first, so that a pair has one row.
  first_id bigint not null references accounts (id) on delete cascade,
  second_id bigint not null references accounts (id) on delete cascade,
  -- Digests of what each side logged in with when it was linked: another password or second step ends the link.
  first_proof bytea not null,
  second_proof bytea not null,
  created_at timestamptz not null default now(),
  primary key (first_id, second_id),
  check (first_id < second_id)
);
create index linked_accounts_of_second on linked_accounts (second_id);
