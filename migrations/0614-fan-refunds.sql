-- Whether the payer of a private was in the performer's fan club when it ended.

alter table privates add column payer_is_fan boolean not null default false;
