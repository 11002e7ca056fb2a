-- Members of fan clubs, what they have paid for it, and what performers write to them.

create table fan_memberships (
  member_id bigint not null references accounts (id) on delete cascade,
  model_id bigint not null references accounts (id) on delete cascade,
  level text not null check (level in ('supporter', 'insider', 'legend')),
  state text not null check (state in ('active', 'canceled', 'past_due', 'ended')),
  -- Tokens that a period of this level costs the member.
  price integer not null check (price > 0),
  joined_at timestamptz not null,
  period_starts_at timestamptz not null,
  period_ends_at timestamptz not null,
  -- What the next period is of and costs, where the member was told of another.
  next_level text check (next_level in ('supporter', 'insider', 'legend')),
  next_price integer check (next_price > 0),
  price_looked_at timestamptz,
  renewal_told_at timestamptz,
  -- The payment of the next period, named before the ledger is asked.
  renewal_payment uuid,
  failed_tries integer not null default 0,
  next_try_at timestamptz not null,
  -- It ends with the next look, for that reason.
  ends_because text check (ends_because in ('model_left', 'chargeback')),
  end_reason text check (end_reason in ('over', 'unpaid', 'model_left', 'chargeback')),
  primary key (member_id, model_id)
);
create index fan_memberships_of_model on fan_memberships (model_id, joined_at, member_id) where state <> 'ended';
create index fan_memberships_due on fan_memberships (next_try_at) where state in ('active', 'past_due');
create index fan_memberships_ending on fan_memberships (model_id) where ends_because is not null;
create index fan_memberships_ends on fan_memberships (period_ends_at) where state <> 'ended';

create table fan_payments (
  payment_id uuid primary key,
  member_id bigint not null references accounts (id) on delete cascade,
  model_id bigint not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('join', 'upgrade', 'renewal')),
  level text not null check (level in ('supporter', 'insider', 'legend')),
  tokens integer not null check (tokens > 0),
  period_ends_at timestamptz not null,
  paid_at timestamptz not null,
  -- held: the tokens are set aside and not paid yet.
  state text not null check (state in ('held', 'paid', 'freed')),
  -- Tokens that go back; they have gone when the refund is made.
  refund_tokens integer not null default 0,
  is_refunded boolean not null default false
);
create index fan_payments_of_pair on fan_payments (member_id, model_id, period_ends_at);
create index fan_payments_held on fan_payments (paid_at) where state = 'held';
create index fan_payments_refunds on fan_payments (paid_at) where refund_tokens > 0 and not is_refunded;

create table fan_posts (
  post_id uuid primary key,
  model_id bigint not null references accounts (id) on delete cascade,
  level text not null check (level in ('supporter', 'insider', 'legend')),
  message text not null,
  posted_at timestamptz not null,
  likes integer not null default 0
);
create index fan_posts_of_model on fan_posts (model_id, post_id);

create table fan_post_likes (
  post_id uuid not null references fan_posts (post_id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  liked_at timestamptz not null,
  primary key (post_id, account_id)
);
create index fan_post_likes_of_account on fan_post_likes (account_id);
