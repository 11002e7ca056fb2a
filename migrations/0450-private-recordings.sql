-- The recording of a private, which its buyer keeps where the model allows it.

-- Asked for with the request, and seen by the model in it before it is accepted.
alter table privates add column with_recording boolean not null default false;
