-- How live pictures did at viewers: counts of an hour, of nobody in particular.
create table playback_counts (
  hour timestamptz not null,
  -- ws, hls or whep
  way text not null,
  -- What is counted: a kind of times (with its bucket), or a sum (bucket 0).
  kind text not null,
  bucket smallint not null,
  count bigint not null,
  primary key (hour, way, kind, bucket)
);
