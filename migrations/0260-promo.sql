-- Codes that give free tokens, and the offer that is shown with them.
create table promo_codes (
  code text primary key check (code = upper(code) and length(code) between 3 and 32),
  tokens integer not null check (tokens > 0),
  -- What a shown offer says; a code without a title is never shown.
  title text,
  body text not null default '',
  image_url text,
  -- The product to which its offer leads.
  internal_id text references products (internal_id),
  discount integer not null default 0 check (discount between 0 and 100),
  -- How many people may use it; null: any number.
  uses_max integer,
  uses integer not null default 0,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  -- Visitors of these adverts are shown it; empty: everybody.
  advert_ids text[] not null default '{}'
);
insert into promo_codes (code, tokens, title, body, internal_id) values
  ('FREE_TOKENS', 20, '20 free tokens', 'Join, confirm your email address, and 20 tokens are yours.', 'tokens_200');

-- Who has used a code: by account, address, network, browser and card, each as a digest; one of them is enough.
create table promo_uses (
  code text not null references promo_codes (code),
  person_key text not null,
  account_id bigint not null references accounts (id) on delete cascade,
  used_at timestamptz not null,
  primary key (code, person_key)
);

-- Tokens that somebody was given. The id is the transfer's: however often it is paid out, it is one transfer.
create table promo_credits (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  tokens integer not null check (tokens > 0),
  source text not null check (source in ('code', 'promo', 'vault')),
  ref text not null,
  -- held: until the address is confirmed; due: to be paid out; void: it was not confirmed in time.
  state text not null check (state in ('held', 'due', 'credited', 'void')),
  created_at timestamptz not null,
  held_until timestamptz not null
);
create index promo_credits_held on promo_credits (account_id) where state = 'held';
create index promo_credits_ending on promo_credits (held_until) where state = 'held';
create index promo_credits_due on promo_credits (created_at) where state = 'due';

-- Spins that somebody may make. The key says why, so that nobody is given one twice for the same thing.
create table spin_grants (
  key text primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  wheel text not null check (wheel in ('promo', 'vault')),
  created_at timestamptz not null,
  ends_at timestamptz not null,
  spun_at timestamptz,
  is_told boolean not null default false
);
create index spin_grants_open on spin_grants (account_id, wheel, ends_at) where spun_at is null;
create index spin_grants_untold on spin_grants (created_at) where not is_told;

-- The seed by which somebody's spins of a day are drawn. Its digest is told before, itself when the day is over.
create table wheel_blocks (
  account_id bigint not null references accounts (id) on delete cascade,
  wheel text not null,
  day date not null,
  seed bytea not null check (length(seed) = 32),
  next_n integer not null default 0,
  primary key (account_id, wheel, day)
);
create table wheel_spins (
  id uuid primary key references promo_credits (id) on delete cascade,
  account_id bigint not null,
  wheel text not null,
  day date not null,
  n integer not null,
  client_seed text not null,
  weights integer[] not null,
  prizes integer[] not null,
  slot integer not null,
  at timestamptz not null,
  unique (account_id, wheel, day, n),
  foreign key (account_id, wheel, day) references wheel_blocks (account_id, wheel, day) on delete cascade
);

-- Who has bought lately has a spin of the vault's wheel each day.
create table vault_members (
  account_id bigint primary key references accounts (id) on delete cascade,
  bought_at timestamptz not null,
  next_spin_at timestamptz not null
);
create index vault_members_next on vault_members (next_spin_at);

-- The most that the promises of a day may cost, against the operator's budget.
create table promo_days (
  day date primary key,
  promised_tokens bigint not null
);
