-- Shows for at least so many people who each pay by the minute (machine 34), and who is in them. A person's meter has
-- an id of its own, made anew for each start, since a hold that was freed comes back by no repeat.

alter table show_meters drop constraint show_meters_kind_check;
alter table show_meters add constraint show_meters_kind_check check (kind in ('private', 'spy', 'voyeur', 'group')) not valid;
alter table show_places drop constraint show_places_kind_check;
alter table show_places add constraint show_places_kind_check check (kind in ('private', 'spy', 'group')) not valid;

create table group_shows (
  show_id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  state text not null default 'open' check
    (state in ('open', 'counting', 'starting', 'running', 'settling', 'ended', 'canceled')),
  -- Tokens a minute, for each.
  price integer not null check (price > 0),
  min_people integer not null check (min_people > 1),
  max_people integer check (max_people >= min_people),
  late_joiners boolean not null,
  if_few text not null check (if_few in ('goes_on', 'ends')),
  offered_at timestamptz not null default clock_timestamp(),
  waits_until timestamptz not null,
  -- While it counts down.
  starts_at timestamptz,
  -- A start that is not done by then is undone.
  starting_until timestamptz,
  started_at timestamptz,
  -- Since then fewer are inside than are needed.
  few_since timestamptz,
  ended_at timestamptz,
  -- Why it ended or was canceled.
  reason text,
  version integer not null default 0
);
create unique index group_shows_of_room on group_shows (room_id)
  where state in ('open', 'counting', 'starting', 'running');
create index group_shows_open on group_shows (show_id)
  where state in ('open', 'counting', 'starting', 'running', 'settling');
create index group_shows_of_model on group_shows (room_id, offered_at desc);

create table group_members (
  member_id uuid primary key,
  show_id uuid not null references group_shows (show_id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  state text not null check (state in ('waiting', 'seated', 'settling', 'left')),
  -- Of the start that is under way, or of the seat.
  meter_id uuid,
  joined_at timestamptz not null default clock_timestamp(),
  -- When a node has seen a page of theirs in the room last.
  seen_at timestamptz not null default clock_timestamp(),
  seated_at timestamptz,
  left_at timestamptz,
  reason text,
  duration_seconds integer not null default 0,
  tokens_charged integer not null default 0
);
create unique index group_members_in on group_members (show_id, account_id) where state in ('waiting', 'seated');
create index group_members_open on group_members (show_id) where state in ('waiting', 'seated', 'settling');
create index group_members_of_show on group_members (show_id);
create index group_members_of_account on group_members (account_id, joined_at desc);
