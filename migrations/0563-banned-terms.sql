-- Words that staff does not allow, beside those of the configuration.
create table banned_terms (
  id uuid primary key,
  term text not null,
  -- Its words without case and what stands between them: the same term once in each place.
  words text not null,
  action text not null check (action in ('refuse', 'review')),
  scope text not null check (scope in ('all', 'profile', 'messages', 'search')),
  by_id bigint references accounts (id) on delete set null,
  added_at timestamptz not null,
  unique (scope, words)
);
