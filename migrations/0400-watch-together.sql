-- Watching a video together in a private (machine 7).

-- What the payer asked to watch together with the request; null once it was proposed.
alter table privates add column watch_media_id text;
-- The watch that is proposed or goes on.
alter table privates add column watch_id uuid;

create table watches (
  watch_id uuid primary key,
  show_id uuid not null references privates (show_id) on delete cascade,
  room_id bigint not null references accounts (id) on delete cascade,
  payer_id bigint not null references accounts (id) on delete cascade,
  -- Number in the media library, or id of a recording.
  media_id text not null,
  title text not null,
  duration_ms bigint not null check (duration_ms > 0),
  state text not null check (state in ('proposed', 'active', 'ended', 'declined')),
  -- Why it ended.
  reason text,
  playing boolean not null default false,
  -- Where it stood at that time.
  position_ms bigint not null default 0 check (position_ms >= 0),
  at timestamptz not null default clock_timestamp(),
  -- Who proposed or controlled last; null: nobody, such as when one was gone.
  by_id bigint,
  expires_at timestamptz not null,
  -- Ids of the last controls, by which a repeat is known.
  controls text[] not null default '{}',
  -- The node that has it, until then: one that nobody has is over.
  node text not null,
  lease_until timestamptz not null,
  ended_at timestamptz,
  version integer not null default 1
);
create unique index watches_of_show on watches (show_id) where state in ('proposed', 'active');
create index watches_open on watches (room_id) where state in ('proposed', 'active');
create index watches_ended on watches (ended_at) where ended_at is not null;
