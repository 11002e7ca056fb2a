-- Requests for help and complaints are called by one row of numbers, so that a number says which is meant.
create sequence case_numbers as bigint start with 1001;

-- Requests for help.
create table support_threads (
  id uuid primary key,
  number bigint not null unique default nextval('case_numbers'),
  topic text not null check (topic in ('account', 'billing', 'video', 'model', 'report', 'other')),
  -- Null for a guest, or where the account is gone.
  account_id bigint references accounts (id) on delete set null,
  -- Where the answer goes; null where a member has none given and none confirmed.
  email text,
  order_id text,
  text text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null default now()
);

-- Complaints about what this site shows, with the time by which each is to be answered.
create table complaints (
  id uuid primary key,
  number bigint not null unique default nextval('case_numbers'),
  -- The receipt itself is with the sender alone; it opens the state of the complaint.
  receipt_digest bytea not null unique,
  kind text not null check (kind in ('illegal', 'non_consensual', 'take_it_down', 'copyright', 'depicted_person', 'privacy', 'other')),
  urls text[] not null,
  name text not null,
  email text not null,
  phone text,
  relation text not null check (relation in ('self', 'representative', 'rights_owner', 'third_party')),
  statement text not null,
  signature text not null,
  state text not null default 'open' check (state in ('open', 'in_review', 'actioned', 'dismissed', 'appealed', 'closed')),
  outcome text,
  due_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index complaints_queue on complaints (due_at) where state in ('open', 'in_review');

-- Confirmations that were mailed, so that nobody can fill somebody else's mailbox with them.
create table case_confirmations (
  email text not null,
  at timestamptz not null default now()
);
create index case_confirmations_recent on case_confirmations (email, at);
