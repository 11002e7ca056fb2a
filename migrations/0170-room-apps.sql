-- Apps that performers install in their rooms; each is one row with its settings and all that it knows.
create table room_apps (
  room_id bigint not null references accounts (id) on delete cascade,
  type integer not null,
  -- One app has the room's slot; of modules there may be any number.
  is_exclusive boolean not null,
  config jsonb not null,
  state jsonb not null,
  -- Grows with every change by the performer, never by a payment.
  version integer not null default 1,
  -- The newest item of the ledger's feed that is counted in `state`, and the newest that the room was told of.
  feed_number bigint not null,
  told_number bigint not null default 0,
  changed_at timestamptz not null default now(),
  primary key (room_id, type)
);
create unique index room_apps_slot on room_apps (room_id) where is_exclusive;
create index room_apps_untold on room_apps (changed_at) where told_number < feed_number;
