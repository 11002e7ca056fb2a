-- What performers sell by a tip of exactly its price, and what they owe for it.

create table menu_items (
  room_id bigint not null references accounts (id) on delete cascade,
  item_id text not null,
  place integer not null,
  label text not null,
  price integer not null check (price > 0),
  is_enabled boolean not null,
  -- How often it can be sold in all; null: any number of times.
  stock integer check (stock >= 0),
  sold integer not null default 0,
  primary key (room_id, item_id)
);

create table acts (
  -- That of the tip.
  act_id uuid primary key,
  model_id bigint not null references accounts (id) on delete cascade,
  payer_id bigint not null references accounts (id) on delete cascade,
  app_id integer not null,
  label text not null,
  tokens integer not null check (tokens > 0),
  -- The tip's number in what the performer has earned.
  feed_number bigint not null,
  sold_at timestamptz not null,
  -- returning: the tokens are on their way back.
  state text not null check (state in ('owed', 'done', 'returning', 'returned')),
  returned_tokens integer not null default 0,
  done_at timestamptz,
  contested_at timestamptz,
  -- While it is owed: when the tokens go back by themselves.
  return_at timestamptz not null
);
create index acts_of_model on acts (model_id, act_id);
create index acts_of_payer on acts (payer_id, act_id);
create index acts_by_feed on acts (model_id, feed_number);
create index acts_returning on acts (act_id) where state = 'returning';
create index acts_owed on acts (return_at) where state = 'owed';
