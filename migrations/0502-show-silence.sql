-- How long nothing was delivered in a private, in milliseconds, for the node that looks after it next: a payer who has
-- gone is noticed after a minute also where nodes change more often than that. 0 while something is delivered.
alter table privates add column silent_ms integer not null default 0;
