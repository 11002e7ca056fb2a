-- Which node owns a room: it puts the room's events in order. Lost with the server, and asked for anew.
create unlogged table room_leases (
  room_id bigint primary key,
  node text not null,
  -- Address of the node's sockets, where each has its own.
  address text,
  term bigint not null,
  expires_at timestamptz not null
);
create index room_leases_node on room_leases (node);
