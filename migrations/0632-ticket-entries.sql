-- How the room of a show was open to somebody who bought a ticket, until the ticket is settled: only what has shut it
-- since gives the ticket back.
alter table tickets
  -- Where they bought it: {country, state}; null: it was not kept.
  add column place jsonb,
  -- Digest of the password that the room had then; null: none.
  add column room_password bytea;

-- Who has given the password: it counts for them also when that log-in is over.
alter table room_password_grants add column account_id bigint references accounts (id) on delete cascade;
