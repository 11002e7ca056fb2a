-- A clip of the last seconds of a public stream is a recording that was asked for as so many seconds.
alter table recordings add column clip_seconds integer;
