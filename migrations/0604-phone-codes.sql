-- Codes that are texted to phone numbers, so that people show that a number is theirs. The code itself stands nowhere:
-- it follows from the site's secret and the row.
create table phone_codes (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- As it was when the code was asked for: it confirms no other number.
  number text not null,
  tries_left smallint not null check (tries_left >= 0),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index phone_codes_of_account on phone_codes (account_id, asked_at desc);
create index phone_codes_to_number on phone_codes (number, asked_at);
