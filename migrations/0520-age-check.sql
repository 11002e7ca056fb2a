-- Checks of age. Of a check that is over stand its method, result, times and place, and nothing of the person.

create table age_checks (
  id uuid primary key,
  -- Whose it is: `a…` an account, `g…` a guest, `s…` a session where the law wants nothing linked to the account.
  subject text not null,
  method text not null
    check (method in ('card', 'face_scan', 'id_verification', 'id_check', 'digital_id', 'live_id_check')),
  jurisdiction text not null,
  -- open: at the vendor; pending: a person or the vendor decides later.
  state text not null check (state in ('open', 'pending', 'passed', 'failed', 'expired')),
  begun_at timestamptz not null default now(),
  -- Until when it waits, and once it has passed until when it counts.
  ends_at timestamptz not null,
  decided_at timestamptz,
  -- The vendor's session while it is open, to ask for its result.
  vendor_ref text,
  -- The conversation of a live check while it waits.
  thread_id uuid,
  check (state in ('open', 'pending') or (vendor_ref is null and thread_id is null))
);
create index age_checks_of_subject on age_checks (subject, begun_at);
create unique index age_checks_by_vendor on age_checks (vendor_ref) where vendor_ref is not null;
create index age_checks_waiting on age_checks (begun_at) where state in ('open', 'pending');

-- Every release of the rules that this site has run by; a lower one than the last is not taken any more.
create table age_rule_releases (
  number integer primary key,
  published date not null,
  digest text not null,
  rules jsonb not null,
  used_since timestamptz not null default now()
);

-- $10.99 for 300 tokens, 69% off: once for each account, with a check by card.
insert into products (internal_id, tokens, amount_cents, position, is_oneclick, is_offered, offer_of)
values ('av_300', 300, 1099, 30, false, false, 'tokens_200');
