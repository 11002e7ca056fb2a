-- Which messages a performer has sent to the members of her fan club: members are told how many of them are unread.
alter table direct_messages add column is_for_fans boolean not null default false;
