-- Visits that came from elsewhere straight to a page of a performer, by day. Nothing of who came is kept.

create table landing_days (
  account_id bigint not null references accounts (id) on delete cascade,
  -- In UTC.
  day date not null,
  visits bigint not null,
  primary key (account_id, day)
);
create index landing_days_of_day on landing_days (day);
