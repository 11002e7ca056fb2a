-- Requests for help become conversations: their sender and staff go on writing.

-- The guest who sent it (`g…`), whose cookie opens it.
alter table support_threads add column guest_key text;
alter table support_threads add column updated_at timestamptz not null default now();
-- What the sender has seen of the answers.
alter table support_threads add column seen_at timestamptz not null default now();
-- allowed: some thousands of rows at most
create index support_threads_of_account on support_threads (account_id, id) where account_id is not null;
-- allowed: some thousands of rows at most
create index support_threads_of_guest on support_threads (guest_key) where guest_key is not null;

-- All after the first, which is the thread's own text.
create table support_messages (
  id uuid primary key,
  thread_id uuid not null references support_threads (id) on delete cascade,
  -- Null: the sender of the thread wrote it.
  staff_id bigint references accounts (id) on delete set null,
  is_staff boolean not null,
  text text not null,
  at timestamptz not null default clock_timestamp()
);
create index support_messages_of_thread on support_messages (thread_id, at);
