-- Answers of spending calls by idempotency key, kept for a day (http page, 2.4).
create table idempotent_answers (
  scope text not null,
  key uuid not null,
  digest bytea not null,
  claimed_at timestamptz not null default now(),
  http_status smallint,
  body text,
  primary key (scope, key)
);
create index idempotent_answers_age on idempotent_answers (claimed_at);
