-- A notice is a code and what it is about; its sentence is made in the language of whoever reads it. Older rows
-- keep the words that they were written with.
alter table notices add column code text;
alter table notices add column params jsonb;
alter table notices alter column title set default '';
alter table notices alter column body set default '';
alter table notices add constraint notices_code check ((code is null) = (params is null));
