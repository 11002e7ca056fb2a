-- What the operator tells members, newest first. Ids are made in order of time (UUIDv7).

create table announcements (
  id uuid primary key,
  title text not null,
  -- As it was written; pages get it as HTML.
  body text not null,
  audience text not null check (audience in ('all', 'viewer', 'model')),
  created_at timestamptz not null default now()
);
