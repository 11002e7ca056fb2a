-- What becomes of complaints.

-- Rises with every change, so that nobody decides what has changed since it was read.
alter table complaints add column revision integer not null default 0;
-- By whom and when it was decided; `outcome` is a code, whose words are made when somebody reads it.
alter table complaints add column decided_by bigint references accounts (id) on delete set null;
alter table complaints add column decided_at timestamptz;
-- What both sides are told as the reason.
alter table complaints add column statement_of_reasons text;
-- Since when the complainant has been asked for more; the clock stands still. Null: it runs.
alter table complaints add column asked_at timestamptz;
-- When staff was told that three quarters of the time are over, and that all of it is.
alter table complaints add column warned_at timestamptz;
alter table complaints add column alarmed_at timestamptz;
-- Nothing of what it is about is deleted.
alter table complaints add column legal_hold boolean not null default false;
-- What its addresses name has been looked for.
alter table complaints add column named_at timestamptz;

-- What a complaint is about: files of this site, and people whose pages it names.
create table complaint_items (
  id uuid primary key,
  complaint_id uuid not null references complaints (id),
  kind text not null check (kind in ('page', 'avatar', 'message_picture', 'recording')),
  -- What its feature knows it by; of a page the number of its account.
  ref text not null,
  blobs text[] not null default '{}',
  owner_id bigint references accounts (id) on delete set null,
  -- Not named by the complaint, but the same bytes.
  is_copy boolean not null default false,
  -- A page showed it when it was taken away, so that it can be shown again.
  was_shown boolean not null default false,
  state text not null default 'shown' check (state in ('shown', 'quarantined', 'removed', 'restored')),
  unique (complaint_id, kind, ref)
);
create index complaint_items_owner on complaint_items (owner_id);

-- Everything that was done with a complaint, kept for good.
create table complaint_deeds (
  id uuid primary key,
  complaint_id uuid not null references complaints (id),
  at timestamptz not null,
  -- Null: the system, or a complainant.
  by_id bigint references accounts (id) on delete set null,
  party text not null check (party in ('staff', 'system', 'complainant', 'owner')),
  action text not null,
  note text not null default ''
);
create index complaint_deeds_of on complaint_deeds (complaint_id, at);

-- Counter-notices of those whose content was removed for a copyright.
create table complaint_counters (
  complaint_id uuid primary key references complaints (id),
  account_id bigint not null references accounts (id) on delete cascade,
  statement text not null,
  signature text not null,
  address text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected', 'restored')),
  created_at timestamptz not null,
  -- When the content comes back, unless the complainant goes to court.
  restore_at timestamptz
);
create index complaint_counters_due on complaint_counters (restore_at) where state = 'accepted';

-- A decision is appealed once, by either side.
create table complaint_appeals (
  id uuid primary key,
  complaint_id uuid not null unique references complaints (id),
  -- Null: the complainant, who may have no account.
  account_id bigint references accounts (id) on delete cascade,
  text text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  decision text check (decision in ('uphold', 'overturn')),
  statement text,
  decided_by bigint references accounts (id) on delete set null,
  decided_at timestamptz
);
create index complaint_appeals_queue on complaint_appeals (due_at) where state = 'open';
