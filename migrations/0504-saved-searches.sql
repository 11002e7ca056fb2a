-- Filters that somebody keeps, to be told of who goes live and fits.
create table saved_searches (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null,
  -- The query of /multi-filter in its one form, so that no search is there twice.
  query text not null,
  -- Facets of which somebody who fits has one: by these the searches are found that a performer may fit.
  anchors text[] not null,
  is_told boolean not null,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  unique (account_id, query)
);
create index saved_searches_told on saved_searches using gin (anchors) where is_told;
