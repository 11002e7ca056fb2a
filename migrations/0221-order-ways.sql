-- How an order is paid: on the biller's page, which can be paid as long as the order is open, or by one charge of a
-- card on file. It decides how long the order keeps its part of the daily limit.
alter table orders add column way text not null default 'link' check (way in ('link', 'charge'));
