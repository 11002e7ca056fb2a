-- Rows of settlement files that could not be read: they are kept to be looked at, so that nothing of a file is lost.
create table settlement_unread (
  file_id uuid not null references settlement_files (id),
  -- Which row of the file, from 1.
  number integer not null,
  text text not null,
  primary key (file_id, number)
);

-- A biller that gives a fee back, as with a refund, settles less than nothing as its fee.
alter table settlement_lines drop constraint if exists settlement_lines_fee_cents_check;
