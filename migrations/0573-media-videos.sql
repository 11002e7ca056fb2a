-- Videos of the media library: what they were made of, the pictures along them, and how they play in segments.

-- Media have a file of their own that comes after this one, so that no key of theirs can be named here: what has no item
-- any more is forgotten by a sweep.
create table media_videos (
  item_id bigint primary key,
  -- Names its files.
  file_id uuid not null unique,
  model_id bigint not null references accounts (id) on delete cascade,
  -- The file of a recording that it is; null: it was uploaded.
  recording_id uuid,
  -- Of the pictures along it: one for so many seconds, how many, points of each, and how they stand in a sheet.
  every_seconds integer,
  picture_count integer,
  picture_width integer,
  picture_height integer,
  sheet_columns integer,
  sheet_rows integer,
  has_segments boolean not null default false,
  -- When all of this was found out.
  studied_at timestamptz,
  -- A node finds it out; after that another one may.
  claimed_until timestamptz,
  tries integer not null default 0
);
create index media_videos_of_model on media_videos (model_id);
create index media_videos_of_recording on media_videos (recording_id) where recording_id is not null;
create index media_videos_waiting on media_videos (item_id) where studied_at is null;

-- By a trigger, so that no way to delete leaves a file behind.
create function note_media_video_gone() returns trigger language plpgsql as $$
begin
  insert into media_loose_files (blob, noted_at)
    select 'media/' || old.file_id || f.ending, now()
    from (
      select '-sheet-' || n || '.jpg' as ending
        from generate_series(0, coalesce(ceil(old.picture_count::numeric / (old.sheet_columns * old.sheet_rows)), 0)::int - 1) as n
      union all select unnest(array['-segments.json', '-heads.bin'])
    ) as f
    on conflict (blob) do update set noted_at = excluded.noted_at;
  return null;
end $$;
create trigger media_video_gone after delete on media_videos
  for each row execute function note_media_video_gone();
