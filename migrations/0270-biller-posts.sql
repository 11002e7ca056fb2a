-- Most billers tell of a refund or a chargeback by their own transaction alone: such a post names no order and is
-- a fact of the order that its transaction has paid, whenever that one is known.
alter table postbacks
  add column transaction_id text,
  -- The rest of the post as it was received, beside its bytes and headers.
  add column query text,
  add column address text;
-- allowed: some thousands of posts at most, and a biller that has to wait sends again
create index postbacks_of_transaction on postbacks (biller, transaction_id) where order_id is null and transaction_id is not null;
