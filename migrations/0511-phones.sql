-- Phone numbers of people; their settings show the last three digits alone.
create table account_phones (
  account_id bigint primary key references accounts (id) on delete cascade,
  number text not null,
  -- Null: nobody has shown yet that it is theirs, and nothing is sent there.
  confirmed_at timestamptz
);
