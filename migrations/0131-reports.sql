-- What people reported, with the thing as it was when it was reported.
create table reports (
  id uuid primary key,
  kind text not null check (kind in ('room', 'message', 'pm', 'media', 'profile', 'comment', 'stream')),
  target text not null,
  -- Whose thing it is; null where that person is gone.
  subject_id bigint,
  -- Null for a guest. Never told to the subject.
  reporter_id bigint,
  reason text not null,
  text text not null default '',
  evidence jsonb not null,
  still bytea,
  is_urgent boolean not null default false,
  state text not null default 'received',
  created_at timestamptz not null default now()
);
-- A second report of the same person about the same thing joins the first.
create unique index reports_once on reports (reporter_id, kind, target) where reporter_id is not null and state = 'received';
create index reports_queue on reports (is_urgent desc, created_at) where state = 'received';
