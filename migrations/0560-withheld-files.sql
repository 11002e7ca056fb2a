-- Files that nobody is shown any more, and pictures that may not come again.

-- What a kept picture is known by: the bytes as they came, and as they were drawn.
create table picture_digests (
  blob text primary key,
  -- Null for pictures that were kept before this was noted.
  source_digest bytea,
  drawn_digest bytea not null
);
create index picture_digests_source on picture_digests (source_digest);
create index picture_digests_drawn on picture_digests (drawn_digest);

-- Files out of reach: served to nobody and not deleted. Each stays so until the last reason for it is gone.
create table withheld_blobs (
  blob text not null,
  reason_id uuid not null,
  since timestamptz not null default now(),
  primary key (blob, reason_id)
);
create index withheld_blobs_reason on withheld_blobs (reason_id);

-- Pictures that nobody can send again.
create table blocked_digests (
  digest bytea not null,
  reason_id uuid not null,
  since timestamptz not null default now(),
  primary key (digest, reason_id)
);
create index blocked_digests_reason on blocked_digests (reason_id);

-- While set, no page names the file; the row stays as it is.
alter table avatar_pictures add column withheld_at timestamptz;
alter table message_pictures add column withheld_at timestamptz;
alter table recordings add column withheld_at timestamptz;
