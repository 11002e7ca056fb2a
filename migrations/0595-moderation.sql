-- What becomes of reports, and appeals of decisions.

-- Who looks into a report, since when; null: nobody.
alter table reports add column assignee_id bigint references accounts (id) on delete set null;
alter table reports add column decided_at timestamptz;
-- The action that was taken; null while it is not decided.
alter table reports add column action text;
alter table reports add constraint reports_action check (action in
  ('none', 'warn', 'silence', 'kick', 'ban', 'suspend', 'remove', 'restore', 'hold_payout')) not valid;

-- allowed: reports are some thousands of rows at most
create index reports_of_target on reports (kind, target);
-- allowed: reports are some thousands of rows at most
create index reports_of_subject on reports (subject_id, created_at desc);

-- Everything that was done in a case, kept for good.
create table case_deeds (
  id uuid primary key,
  report_id uuid not null references reports (id),
  at timestamptz not null,
  by_id bigint not null references accounts (id),
  state text not null check (state in ('open', 'in_review', 'actioned', 'dismissed')),
  action text not null check (action in
    ('none', 'warn', 'silence', 'kick', 'ban', 'suspend', 'remove', 'restore', 'hold_payout')),
  note text not null
);
create index case_deeds_of_report on case_deeds (report_id, at);

create table appeals (
  id uuid primary key,
  about text not null check (about in ('suspension', 'content')),
  -- The suspension.
  ref_id uuid not null references account_suspensions (id),
  account_id bigint not null references accounts (id) on delete cascade,
  text text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  decision text check (decision in ('uphold', 'overturn')),
  statement text,
  decided_by bigint references accounts (id),
  decided_at timestamptz
);
-- A decision is appealed once.
create unique index appeals_once on appeals (ref_id);
create index appeals_queue on appeals (due_at) where state = 'open';
