-- People whom a model shows beside herself: each is asked by a link of their own, shows who they are, and signs.

create table co_performer_consents (
  id uuid primary key,
  model_id bigint not null references accounts (id),
  -- Whom the model has named: by an address, or by the name of an account, which nobody may have.
  name text not null,
  email text,
  username text,
  scopes text[] not null,
  valid_from date,
  valid_until date,
  -- Its own words; null until they have signed.
  alias text,
  state text not null default 'invited' check (state in ('invited', 'pending', 'approved', 'refused', 'revoked')),
  -- Of the link that was mailed last: each mail has one of its own, and the one before ends.
  key_hash bytea unique,
  asked_at timestamptz not null,
  mailed_at timestamptz,
  -- Until then the link takes an answer; a withdrawal it takes for ever.
  open_until timestamptz not null,
  -- How often it was signed.
  attempt integer not null default 0,
  signed_at timestamptz,
  text_version text,
  text_hash bytea,
  -- Who of staff has agreed first, where two have to.
  first_by bigint references accounts (id),
  first_at timestamptz,
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  note text,
  -- The last day on which it holds: that of the document or the one that was agreed on, whichever is first.
  ends_on date,
  revoked_at timestamptz,
  revoked_by text check (revoked_by in ('model', 'performer')),
  revoke_reason text
);
create index co_performer_consents_model on co_performer_consents (model_id, id desc);
create index co_performer_consents_email on co_performer_consents (lower(email), asked_at);
create index co_performer_consents_waiting on co_performer_consents (id) where state = 'pending';

-- Who was in the picture beside the model: part of the records of performers.
create table broadcast_performers (
  broadcast_id uuid not null,
  consent_id uuid not null references co_performer_consents (id),
  model_id bigint not null references accounts (id),
  named_at timestamptz not null,
  primary key (broadcast_id, consent_id)
);
create index broadcast_performers_consent on broadcast_performers (consent_id);

-- What they send lies in the same vault, and belongs to the consent, since they need no account.
alter table vault_records alter column account_id drop not null;
alter table vault_records add column consent_id uuid;
-- allowed: some rows for each model, and none of them is in this index yet
create unique index vault_records_kept_of_consent on vault_records (consent_id, kind) where state = 'kept' and consent_id is not null;

-- Broadcasts in which somebody was who has withdrawn: their recordings are shown to nobody any more.
create table withdrawn_broadcasts (
  broadcast_id uuid primary key,
  withdrawn_at timestamptz not null default now()
);
