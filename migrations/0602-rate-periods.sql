-- Buckets that fill slower than within a minute are kept for as long as they fill.
alter table rate_buckets add column period_ms bigint not null default 60000;
