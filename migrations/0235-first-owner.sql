-- The key by which somebody becomes the owner of a site that has no administrator yet. Each start of such a site
-- makes a new one, which ends the one before.
create table owner_keys (
  -- SHA-256 of what the start prints; the value itself is kept nowhere.
  key_hash bytea primary key,
  created_at timestamptz not null default now(),
  -- A key that was used stays, so that its page says so.
  used_at timestamptz
);
