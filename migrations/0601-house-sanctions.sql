-- What the house has against somebody in all rooms at once; what it has said or done once stands here too, as over.
create table house_sanctions (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('warn', 'silence', 'kick', 'ban')),
  scope text not null check (scope in ('site', 'chat', 'broadcast')),
  by_id bigint references accounts (id) on delete set null,
  by_name text not null,
  reason_code text not null,
  -- What the person is told.
  statement text not null default '' check (char_length(statement) <= 1000),
  at timestamptz not null,
  until timestamptz,
  lifted_at timestamptz
);
-- At most one of a kind runs per person; what is over by its time gives way to the next.
create unique index house_sanctions_running on house_sanctions (account_id, kind, scope) where lifted_at is null;
create index house_sanctions_account on house_sanctions (account_id, at desc);
