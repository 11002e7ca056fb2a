-- Which kinds of mails people want, and the links in mails by which they say so without logging in.

create table email_choices (
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null,
  is_wanted boolean not null,
  primary key (account_id, kind)
);

-- The link's token is known by its digest; it holds as long as the address is that of the account.
create table email_links (
  token_hash bytea primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  email text not null
);
create index email_links_account on email_links (account_id);

-- Beside its text a kept mail has the page that mail programs show, and what it says to them.
alter table kept_mails add column html text;
alter table kept_mails add column headers jsonb;
