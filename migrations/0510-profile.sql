-- What people say of themselves beyond what lists need, their own pictures, and what of both staff looks at first.

alter table accounts add column show_age boolean not null default true;
-- The age that is shown in place of the one by the date of birth.
alter table accounts add column display_age integer;

create table profiles (
  account_id bigint primary key references accounts (id) on delete cascade,
  ethnicity text,
  body jsonb,
  city text not null default '',
  turn_ons text not null default '',
  schedule jsonb not null default '[]',
  social_media jsonb not null default '{}',
  recording_language text
);

-- Files of own pictures. Of one account at most one is shown and one waits for review.
create table avatar_pictures (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- new: its account does not name it yet; dropped: its file goes next.
  state text not null default 'new' check (state in ('new', 'kept', 'dropped')),
  created_at timestamptz not null default now()
);
create index avatar_pictures_account on avatar_pictures (account_id);
create index avatar_pictures_loose on avatar_pictures (created_at) where state <> 'kept';

create table reviews (
  id uuid primary key,
  kind text not null check (kind in ('avatar', 'profile')),
  account_id bigint not null references accounts (id) on delete cascade,
  -- avatar: {"picture": id}; profile: the fields that were wanted.
  payload jsonb not null,
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'withdrawn')),
  submitted_at timestamptz not null default now(),
  decided_by bigint references accounts (id) on delete set null,
  decided_at timestamptz,
  reason_code text,
  note text
);
create unique index reviews_open on reviews (account_id, kind) where state = 'open';
create index reviews_waiting on reviews (kind, id) where state = 'open';
