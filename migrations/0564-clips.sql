-- A clip of the last seconds of a public stream is a recording that was asked for as so many seconds.
alter table recordings add column clip_seconds integer;
-- At most some of a performer's are on their way.
create index recordings_clips on recordings (account_id, id desc) where clip_seconds is not null;
