-- A co-show that both performers want to keep is recorded as one file for each of them, which play beside each other.
-- The co-show that it is of; null: of none.
alter table recordings add column co_show_id uuid;
-- allowed: the table has a row for each recording, so it is read in a moment, and nothing of it is in the index yet
create index recordings_co_show on recordings (co_show_id) where co_show_id is not null;
-- Which moment a place in the file is: [[milliseconds of the file, Unix milliseconds], …], each until the next.
alter table recordings add column clock jsonb;
