-- Numbers of what pages hold of friends and messages; they only grow (rule W51).
create sequence message_seq;

-- Whom a person does not want to hear of; the other one is never told.
create table ignored_people (
  account_id bigint not null references accounts (id) on delete cascade,
  ignored_id bigint not null references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, ignored_id)
);
create index ignored_people_of on ignored_people (ignored_id);

-- Models that a person has hidden from lists.
create table hidden_people (
  account_id bigint not null references accounts (id) on delete cascade,
  hidden_id bigint not null references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, hidden_id)
);

-- One row for both sides of a pair, so that they always fit each other (machine 29).
create table friendships (
  low_id bigint not null references accounts (id) on delete cascade,
  high_id bigint not null references accounts (id) on delete cascade,
  asker_id bigint not null,
  status text not null check (status in ('requested', 'confirmed')),
  -- A request to somebody who ignores the asker: the asker alone sees it.
  is_unseen boolean not null default false,
  since timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id and asker_id in (low_id, high_id))
);
create index friendships_high on friendships (high_id);
create index friendships_waiting on friendships (since) where status = 'requested';

-- One row per side of a conversation. The partner's account may be gone; the side stays.
create table conversations (
  account_id bigint not null references accounts (id) on delete cascade,
  partner_id bigint not null,
  -- Began it, which counts for the new people of a day.
  is_starter boolean not null default false,
  is_open boolean not null default true,
  -- Deleted whole on this side; a new message brings it back.
  is_gone boolean not null default false,
  unread integer not null default 0 check (unread >= 0),
  last_at timestamptz not null default now(),
  -- Messages up to this one are deleted on this side.
  cleared_up_to uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, partner_id)
);
create index conversations_newest on conversations (account_id, last_at desc);
create index conversations_started on conversations (account_id, created_at) where is_starter;

create table direct_messages (
  id uuid primary key,
  low_id bigint not null,
  high_id bigint not null,
  sender_id bigint not null,
  client_id uuid not null,
  text text not null check (char_length(text) <= 2000),
  image_id uuid,
  tip_tokens integer,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Taken back by its sender in time, for both; kept for a report.
  deleted_at timestamptz,
  deleted_by_sender boolean not null default false,
  deleted_by_receiver boolean not null default false,
  -- The receiver ignores the sender, who is not told: the sender alone sees it.
  is_unseen boolean not null default false,
  unique (sender_id, client_id),
  check (low_id < high_id and sender_id in (low_id, high_id))
);
create index direct_messages_pair on direct_messages (low_id, high_id, id desc);
create index direct_messages_unread on direct_messages (low_id, high_id) where read_at is null;

-- Pictures of messages; one that no message takes is removed after a day.
create table message_pictures (
  id uuid primary key,
  owner_id bigint not null references accounts (id) on delete cascade,
  partner_id bigint not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  message_id uuid references direct_messages (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index message_pictures_loose on message_pictures (created_at) where message_id is null;

-- How a person's list of conversations is sorted.
create table message_preferences (
  account_id bigint primary key references accounts (id) on delete cascade,
  sort text not null check (sort in ('timestamp', 'unread', 'username'))
);

-- One text to many, and who is still to get it.
create table message_broadcasts (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  audience text not null check (audience in ('fans', 'followers_tippers')),
  level text,
  text text not null,
  queued integer not null,
  created_at timestamptz not null default now()
);
create index message_broadcasts_account on message_broadcasts (account_id, created_at);
create table message_broadcast_receivers (
  broadcast_id uuid not null references message_broadcasts (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  client_id uuid not null,
  primary key (broadcast_id, account_id)
);
