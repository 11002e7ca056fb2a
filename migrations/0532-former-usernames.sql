-- Names that accounts have had: for a while nobody else takes them, and they lead to the new one.

create table former_usernames (
  username text primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  reserved_until timestamptz not null
);
create index former_usernames_of_account on former_usernames (account_id);
