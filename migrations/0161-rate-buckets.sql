-- What log-ins and codes may still be tried, counted for all nodes together (http page, 2.6). Unlogged: after
-- a crash everybody has their minute again, which costs nothing.
create unlogged table rate_buckets (
  -- A keyed digest of class and person, so that no address is kept.
  key bytea primary key,
  level double precision not null,
  is_allowed boolean not null,
  touched_ms bigint not null
);
create index rate_buckets_age on rate_buckets (touched_ms);
