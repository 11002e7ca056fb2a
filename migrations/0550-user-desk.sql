-- What staff does to accounts: suspensions with their reasons, notes, and tokens that are given or taken back.

create table account_suspensions (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  by_id bigint not null references accounts (id),
  reason_code text not null,
  -- What the person reads.
  statement text not null,
  at timestamptz not null default now(),
  -- Null: until somebody lifts it.
  until timestamptz,
  lifted_at timestamptz
);
create index account_suspensions_of_account on account_suspensions (account_id, at desc);
create index account_suspensions_open on account_suspensions (until) where lifted_at is null;

create table desk_notes (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  by_id bigint not null references accounts (id),
  text text not null,
  at timestamptz not null default now()
);
create index desk_notes_of_account on desk_notes (account_id, at desc);

-- The id is that of the transfer, so that a crash in between moves nothing twice.
create table token_corrections (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- Below 0: taken away.
  tokens integer not null check (tokens <> 0),
  reason text not null,
  asked_by bigint not null references accounts (id),
  -- Who confirmed it, where two people are needed.
  confirmed_by bigint references accounts (id),
  state text not null check (state in ('proposed', 'due', 'done', 'refused')),
  at timestamptz not null default now(),
  check (confirmed_by <> asked_by)
);
create index token_corrections_due on token_corrections (id) where state = 'due';
create index token_corrections_of_account on token_corrections (account_id, at desc);
