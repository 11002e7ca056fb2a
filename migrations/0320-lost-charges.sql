-- Charges of cards on file, from the moment at which their biller is asked: one whose answer was lost is looked for until
-- it is decided.
create table order_charges (
  order_id uuid primary key references orders (id),
  biller text not null,
  -- Null once the card is forgotten.
  card_id uuid references cards (id) on delete set null,
  asked_at timestamptz not null default now(),
  -- How often the biller was asked what came of it, when next, and what was found last.
  looks integer not null default 0,
  look_at timestamptz not null default now() + interval '30 seconds',
  looked_at timestamptz,
  found text check (found in ('no_answer', 'not_known', 'not_listed', 'several')),
  -- Sales that may be this charge, as the biller lists them.
  sales jsonb not null default '[]',
  -- Since when a person has to decide it.
  desk_at timestamptz,
  -- What a person has decided, before it is a fact of the order: a crash in between loses nothing.
  decision jsonb,
  decided_at timestamptz
);
create index order_charges_lost on order_charges (biller, look_at) where decided_at is null;
create index order_charges_of_desk on order_charges (order_id) where desk_at is not null and decided_at is null;

-- When each biller was asked last, since some want to be asked no more often than once an hour, by all nodes together.
create table biller_looks (
  biller text primary key,
  looked_at timestamptz not null
);
