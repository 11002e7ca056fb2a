-- Who has a seat in the show that runs in a room: its payer or ticket holders, its guests, its spies.
create table room_seats (
  room_id bigint not null references accounts (id) on delete cascade,
  person_key text not null check (person_key ~ '^[ag][0-9a-z]+$'),
  seat text not null check (seat in ('member', 'co_guest', 'spy')),
  primary key (room_id, person_key)
);
