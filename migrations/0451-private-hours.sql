-- Weekly hours with another price of privates: when each performer's price is looked at next.

create table private_hours_due (
  room_id bigint primary key references accounts (id) on delete cascade,
  due_at timestamptz not null
);
create index private_hours_due_at on private_hours_due (due_at);
