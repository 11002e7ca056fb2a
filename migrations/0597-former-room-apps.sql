-- The last version of apps that were taken out of rooms: the next installation goes on from it, so that a change which
-- a page has prepared for the former one is stale.
create table former_room_apps (
  room_id bigint not null references accounts (id) on delete cascade,
  type integer not null,
  version integer not null,
  primary key (room_id, type)
);
