-- What pages tell of visits, errors and counts. Everything is masked before it is written, and dropped after 30 days.

-- Where a visit came from, kept with the visitor's consent.
create table visit_tracking (
  -- Guest (`g…`) or account (`a…`); one of each.
  who text primary key,
  account_id bigint references accounts (id) on delete cascade,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index visit_tracking_of_account on visit_tracking (account_id);
create index visit_tracking_by_age on visit_tracking (created_at);

create table page_events (
  id bigint generated always as identity primary key,
  who text not null,
  name text not null,
  params jsonb not null default '{}',
  at timestamptz not null default now()
);
create index page_events_by_age on page_events (at);

-- The console of people who are helped with a fault, or who are in a private.
create table client_logs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  level text not null,
  text text not null,
  written_at timestamptz not null,
  at timestamptz not null default now()
);
create index client_logs_of_account on client_logs (account_id, id);
create index client_logs_by_age on client_logs (at);

-- How often a picture of a list was pressed on a day; nothing of who pressed.
create table thumb_clicks (
  thumb text not null,
  day date not null,
  clicks integer not null default 1,
  primary key (thumb, day)
);

-- A coarse value of a browser, kept with consent: a keyed digest of what the page reckoned.
create table fingerprints (
  who text not null,
  fp text not null,
  linked_id text not null,
  tag text not null,
  at timestamptz not null default now(),
  primary key (who, fp)
);
create index fingerprints_by_age on fingerprints (at);
