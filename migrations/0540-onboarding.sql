-- What people send to show who they are. Names, dates and pictures stand nowhere in clear: each record has a key of its
-- own, which is sealed by the key of the vault; the file of a document lies sealed in the place of files.

create table vault_records (
  id uuid primary key,
  account_id bigint not null references accounts (id),
  -- person: name, birth and address; signature: of an agreement; all others: a document with a file.
  kind text not null check (kind in ('person', 'signature', 'id_front', 'id_back', 'passport', 'selfie_with_id',
    'address_proof', 'tax_form', 'card_photo')),
  -- new: its file is not there yet; former: another stands in its place, and the law keeps it; dropped: its file goes next.
  state text not null check (state in ('new', 'kept', 'former', 'dropped')),
  -- Somebody was asked to look at it.
  is_submitted boolean not null default false,
  -- Which key of the vault has sealed the key of this record.
  key_id text not null,
  wrapped_key bytea not null,
  sealed_details bytea not null,
  created_at timestamptz not null
);
create unique index vault_records_kept on vault_records (account_id, kind) where state = 'kept';
create index vault_records_loose on vault_records (created_at) where state in ('new', 'dropped');
create index vault_records_key on vault_records (key_id, id);

create table identity_cases (
  id uuid primary key,
  -- application: of a model; identity: of a viewer.
  kind text not null check (kind in ('application', 'identity')),
  account_id bigint not null references accounts (id),
  state text not null default 'open' check (state in ('open', 'approved', 'rejected')),
  attempt integer not null check (attempt > 0),
  submitted_at timestamptz not null,
  -- Of a model: what was signed, as a digest of the text that was read.
  agreement_version text,
  agreement_hash bytea check (length(agreement_hash) = 32),
  -- Of a viewer: what it is for.
  reason text check (reason in ('card', 'daily_limit', 'account')),
  -- Who has agreed first, where two have to.
  first_by bigint references accounts (id),
  first_at timestamptz,
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  note text,
  -- Steps that have to be done anew, each with its reason.
  reasons jsonb not null default '{}'
);
create unique index identity_cases_open on identity_cases (account_id) where state = 'open';
create index identity_cases_of_account on identity_cases (account_id, attempt desc);
create index identity_cases_waiting on identity_cases (kind, id) where state = 'open';
