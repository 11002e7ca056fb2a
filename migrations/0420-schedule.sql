-- Streams that performers announce, their dates that are canceled, and who is reminded.

create table scheduled_streams (
  stream_id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  title text not null,
  kind text not null check (kind in ('public', 'ticket', 'private')),
  -- The day of a single stream, or the first of a weekly one, and the time, both as clocks in the zone show them.
  first_date date not null,
  starts_time time not null,
  duration_minutes integer not null check (duration_minutes > 0),
  time_zone text not null,
  is_weekly boolean not null,
  -- The next start that takes place; null: there is none.
  next_at timestamptz,
  next_date date,
  -- The end of a single stream; null: it is weekly.
  over_at timestamptz,
  -- Counts what calendars are told anew.
  version integer not null default 0,
  changed_at timestamptz not null default now()
);
create index scheduled_streams_of_account on scheduled_streams (account_id);
create index scheduled_streams_next on scheduled_streams (next_at) where next_at is not null;

create table canceled_stream_dates (
  stream_id uuid not null references scheduled_streams (stream_id) on delete cascade,
  date date not null,
  primary key (stream_id, date)
);

create table stream_reminders (
  stream_id uuid not null references scheduled_streams (stream_id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  -- Where it was asked for: what the room blocks is looked up by it when nobody is there.
  country text,
  state text,
  asked_at timestamptz not null default now(),
  primary key (stream_id, account_id)
);
create index stream_reminders_of_account on stream_reminders (account_id);

-- Each person is looked at once for each start; who was kept out has is_told false.
create table told_reminders (
  stream_id uuid not null references scheduled_streams (stream_id) on delete cascade,
  starts_at timestamptz not null,
  account_id bigint not null references accounts (id) on delete cascade,
  date date not null,
  is_told boolean not null,
  told_at timestamptz not null default now(),
  primary key (stream_id, starts_at, account_id)
);
create index told_reminders_told on told_reminders (told_at);
