-- What performers earned in each week, for the list of leaders; nobody is shown the amounts.

create table earned_weeks (
  account_id bigint not null references accounts (id) on delete cascade,
  -- The Monday that it begins with, in UTC.
  week date not null,
  tokens bigint not null,
  primary key (account_id, week)
);
create index earned_weeks_of_week on earned_weeks (week, tokens desc);
