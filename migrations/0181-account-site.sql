-- The site that an account belongs to: what is sent without a request, such as mails, is of this one.
alter table accounts add column site text not null default 'klieg';
