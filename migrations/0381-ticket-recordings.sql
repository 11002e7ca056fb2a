-- Recordings of ticket shows, and the right of ticket holders to them.

-- The show that a recording is of; null: of a public stream.
alter table recordings add column show_id uuid;
-- allowed: the table has a row for each recording, so it is read in a moment, and nothing of it is in the index yet
create index recordings_show on recordings (show_id) where show_id is not null;

create table ticket_recordings (
  -- Also that of its hold.
  right_id uuid primary key,
  show_id uuid not null references ticket_shows (show_id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  state text not null default 'held' check (state in ('held', 'paid', 'returned')),
  price integer not null check (price > 0),
  bought_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  unique (show_id, account_id)
);
create index ticket_recordings_held on ticket_recordings (show_id) where state = 'held';
