-- Contests that staff announces. Points are counted from model_likes, which knows days.
create table contests (
  id uuid primary key,
  title text not null,
  body text not null,
  -- Whole days, UTC; the last one counts.
  first_day date not null,
  last_day date not null,
  prizes text[] not null,
  created_at timestamptz not null default now(),
  check (last_day >= first_day)
);
