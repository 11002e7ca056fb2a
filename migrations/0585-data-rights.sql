-- What people ask of their own data: a copy of it, and its end.

create table data_exports (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  state text not null default 'making' check (state in ('making', 'ready', 'failed', 'gone')),
  asked_at timestamptz not null,
  -- By then it is answered; later than that is an alarm.
  due_at timestamptz not null,
  -- How many steps are done, and where within the next one it goes on.
  steps_done integer not null default 0,
  cursor text,
  -- Grows with each step, so that of two who work on it one gives up.
  version integer not null default 0,
  tries integer not null default 0,
  ready_at timestamptz,
  expires_at timestamptz,
  size_bytes bigint,
  downloads integer not null default 0,
  is_late_told boolean not null default false
);
create unique index data_exports_making on data_exports (account_id) where state = 'making';
create index data_exports_of_account on data_exports (account_id, asked_at desc);
create index data_exports_open on data_exports (due_at) where state = 'making';
create index data_exports_kept on data_exports (expires_at) where state = 'ready';

-- Pieces of an archive until it is whole. A row stands before its blob is written, so that none is forgotten.
create table data_export_parts (
  blob text primary key,
  export_id uuid not null references data_exports (id) on delete cascade,
  -- Its place in the archive, once it is whole.
  number integer,
  size_bytes bigint,
  -- The files that stand in it.
  files jsonb,
  unique (export_id, number)
);

create table deletions (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'held', 'running', 'done', 'canceled')),
  reason text not null default '',
  asked_at timestamptz not null,
  delete_at timestamptz not null,
  -- By then it is done, or its person has been told what holds it.
  answer_by timestamptz not null,
  held_by text,
  answered_at timestamptz,
  -- Whoever works on it has it until then.
  lease_until timestamptz,
  step integer not null default 0,
  done_at timestamptz,
  is_late_told boolean not null default false
);
create unique index deletions_open on deletions (account_id) where state in ('waiting', 'held', 'running');
create index deletions_due on deletions (delete_at) where state in ('waiting', 'held', 'running');

-- While one stands nothing of the account is deleted.
create table legal_holds (
  account_id bigint primary key references accounts (id) on delete cascade,
  by_id bigint not null references accounts (id),
  reason text not null,
  since timestamptz not null
);

-- Names of deleted accounts, as digests: for a while nobody takes them.
create table reserved_names (
  digest bytea primary key,
  reserved_until timestamptz not null
);
