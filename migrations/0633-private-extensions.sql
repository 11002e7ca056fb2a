-- Extensions of privates by the key of their call: one that is repeated holds and adds nothing.
create table private_extensions (
  extension_id uuid primary key,
  show_id uuid not null references privates (show_id) on delete cascade,
  seconds integer not null check (seconds > 0),
  -- So much is to be held from the beginning of the show on.
  until_seconds integer not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- It is held, and counted as prepaid.
  is_done boolean not null default false
);
create index private_extensions_of_show on private_extensions (show_id);
