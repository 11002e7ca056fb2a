-- From where and by which device somebody went to buy, for the bank of a buyer who says that it was not them. Address and
-- device are sealed by a key of the site's root secret; rows are forgotten after 400 days.
create table purchase_traces (
  order_id uuid primary key references orders (id) on delete cascade,
  at timestamptz not null default now(),
  sealed bytea not null,
  -- What was known of the buyer at that moment.
  account_days integer not null,
  undisputed_purchases integer not null
);
create index purchase_traces_at on purchase_traces (at);

-- Pages of billers and banks that are opened by posting a form to them, such as the one on which a card's holder confirms a
-- payment; rows are forgotten after a day.
create table order_forms (
  order_id uuid primary key references orders (id) on delete cascade,
  biller text not null,
  url text not null,
  fields jsonb not null,
  -- How the biller calls what is confirmed there; null: its own post tells what comes of the page.
  reference text,
  -- Where the browser goes afterwards.
  return_url text not null,
  made_at timestamptz not null default now(),
  finished_at timestamptz
);
create index order_forms_made on order_forms (made_at);
