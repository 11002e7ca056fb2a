-- Files in which billers say what they have settled, line by line beside what their posts told.
create table settlement_files (
  id uuid primary key,
  biller text not null,
  name text not null,
  -- UTC days that the file is about.
  from_day date not null,
  to_day date not null,
  uploaded_by bigint not null,
  uploaded_at timestamptz not null default now()
);

-- A line is known by what its biller calls it, so that a file that comes twice books nothing twice.
create table settlement_lines (
  id uuid primary key,
  file_id uuid not null references settlement_files (id),
  biller text not null,
  transaction_id text not null,
  kind text not null,
  -- As the biller writes it.
  told_at text not null,
  -- Of lines that are alike in all of these, which.
  place integer not null,
  amount_cents integer not null check (amount_cents >= 0),
  fee_cents integer not null default 0 check (fee_cents >= 0),
  currency text not null,
  state text not null
    check (state in ('matched', 'missing_here', 'missing_there', 'amount_differs', 'other_currency')),
  -- What its post told; null where none has.
  post_cents integer,
  order_id uuid references orders (id),
  booked_at timestamptz,
  resolved_at timestamptz,
  resolved_by bigint,
  note text,
  unique (biller, transaction_id, kind, told_at, place)
);
create index settlement_lines_of_file on settlement_lines (file_id, id desc);
create index settlement_lines_open on settlement_lines (id desc) where state <> 'matched' and resolved_at is null;
create index settlement_lines_unbooked on settlement_lines (id) where booked_at is null;
