-- Bans, kicks and silences of a room; at most one of a kind runs per person.
create table room_sanctions (
  id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('ban', 'kick', 'silence')),
  account_id bigint references accounts (id) on delete cascade,
  guest_id text,
  -- Keyed hash of the address: a guest from there is taken for the same person.
  address_tag text,
  username text not null,
  by_id bigint references accounts (id) on delete set null,
  by_name text not null,
  reason text not null default '' check (char_length(reason) <= 200),
  at timestamptz not null default now(),
  until timestamptz,
  lifted_at timestamptz,
  check (account_id is not null or guest_id is not null)
);
create unique index room_sanctions_account on room_sanctions (room_id, kind, account_id)
  where lifted_at is null and account_id is not null;
create unique index room_sanctions_guest on room_sanctions (room_id, kind, guest_id)
  where lifted_at is null and account_id is null;
create index room_sanctions_address on room_sanctions (room_id, address_tag)
  where lifted_at is null and address_tag is not null;

create table room_moderators (
  room_id bigint not null references accounts (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  since timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (room_id, account_id)
);
create index room_moderators_account on room_moderators (account_id);

-- What was done in a room, by whom; nothing is ever changed here.
create table room_moderation_log (
  id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  action text not null,
  username text,
  by_id bigint references accounts (id) on delete set null,
  by_name text not null,
  reason text not null default '',
  message_id uuid,
  value integer,
  at timestamptz not null default now(),
  until timestamptz
);
create index room_moderation_log_room on room_moderation_log (room_id, id desc);

create table unban_requests (
  id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  is_granted boolean
);
create unique index unban_requests_open on unban_requests (room_id, account_id) where decided_at is null;

alter table rooms
  add column shield boolean not null default false,
  add column banned_words text[] not null default '{}';

-- Where the page of a socket was loaded from: the socket itself says nothing of it.
alter table node_tokens
  add column country text,
  add column state text;

-- Lines that wait for a moderator because of a word or a link; forgotten half an hour later.
create table held_lines (
  id uuid primary key,
  room_id bigint not null references accounts (id) on delete cascade,
  username text not null,
  reason text not null check (reason in ('word', 'link')),
  line jsonb not null,
  at timestamptz not null default now()
);
create index held_lines_room on held_lines (room_id, id);
create index held_lines_age on held_lines (at);
