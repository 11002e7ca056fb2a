-- Performers who ask their viewers along to another live room.

create table raids (
  raid_id uuid primary key,
  from_id bigint not null references accounts (id) on delete cascade,
  to_id bigint not null references accounts (id) on delete cascade,
  state text not null default 'asking' check (state in ('asking', 'done', 'canceled', 'room_closed')),
  started_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- Viewers who went along, as rooms were told last.
  moved integer not null default 0
);
create unique index raids_asking on raids (from_id) where state = 'asking';
create index raids_of_room on raids (from_id, started_at desc);
create index raids_old on raids (started_at);

create table raid_viewers (
  raid_id uuid not null references raids (raid_id) on delete cascade,
  -- a{id} of an account, g{id} of a guest.
  person_key text not null,
  -- What stands for the network of a guest.
  network text,
  primary key (raid_id, person_key)
);

create table refused_raids (
  account_id bigint not null references accounts (id) on delete cascade,
  from_id bigint not null references accounts (id) on delete cascade,
  refused_at timestamptz not null default now(),
  primary key (account_id, from_id)
);
