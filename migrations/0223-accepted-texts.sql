-- Which texts of the house somebody accepted, in which version, and when: what was agreed on has to be shown later.
create table accepted_texts (
  account_id bigint not null references accounts (id) on delete cascade,
  slug text not null,
  version text not null,
  -- Day from which the text held when it was accepted.
  effective_on date not null,
  accepted_at timestamptz not null default now(),
  primary key (account_id, slug, version, effective_on)
);
