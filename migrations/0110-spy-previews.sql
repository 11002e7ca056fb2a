-- Free looks into shows that were begun: at most one per viewer, model and show, and one in 24 h (rule S401).
create table spy_previews (
  viewer_id bigint not null references accounts (id) on delete cascade,
  model_id bigint not null references accounts (id) on delete cascade,
  show_id uuid not null,
  -- Names the preview in media tokens and in what the media processes count.
  grant_id uuid not null unique,
  seconds integer not null check (seconds between 1 and 60),
  used_at timestamptz not null default now(),
  -- A media process has delivered all of it; null while something is left.
  over_at timestamptz,
  primary key (viewer_id, model_id, show_id)
);
create index spy_previews_newest on spy_previews (viewer_id, model_id, used_at desc);
create index spy_previews_model on spy_previews (model_id);
