-- What performers were in beside broadcasts, for the index of their records (18 U.S.C. 2257): recordings, pictures in
-- their messages, the pictures that their pages have shown, and cameras of houses. A row stays when its file goes, and
-- says since when.
create table performer_contents (
  -- Of the recording, the picture or the camera.
  id uuid primary key,
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('recording', 'message_picture', 'avatar', 'house_camera')),
  -- Of a recording.
  broadcast_id uuid,
  -- Of a recording what it is of, of a camera its name.
  detail text,
  started_at timestamptz not null,
  -- Null: it runs, or is shown.
  ended_at timestamptz,
  -- Taken back by the performer.
  withdrawn_at timestamptz,
  -- Out of reach because staff has decided so.
  removed_at timestamptz,
  -- Its file is no more.
  erased_at timestamptz
);
create index performer_contents_of_account on performer_contents (account_id, id desc);
create index performer_contents_by_time on performer_contents (started_at);
create index performer_contents_of_broadcast on performer_contents (broadcast_id) where broadcast_id is not null;

-- By triggers, so that no way to send, to show, to hide or to delete is missed.

create function note_performer_recording() returns trigger language plpgsql as $$
begin
  insert into performer_contents (id, account_id, kind, broadcast_id, detail, started_at, ended_at)
    values (new.id, new.account_id, 'recording', new.broadcast_id, new.kind, new.started_at,
      new.started_at + new.duration_ms * interval '1 millisecond')
    on conflict (id) do update set ended_at = excluded.ended_at;
  return null;
end $$;
create trigger performer_recorded after insert or update of started_at, duration_ms on recordings
  for each row execute function note_performer_recording();

-- A recording of several files is withheld by its first.
create function note_recording_withheld() returns trigger language plpgsql as $$
begin
  update performer_contents set removed_at = new.withheld_at
    where id in (select r.id from recordings r where r.origin_id = new.id);
  return null;
end $$;
create trigger performer_recording_withheld after update of withheld_at on recordings
  for each row execute function note_recording_withheld();

-- The picture that a page shows is that of its own address.
create function note_performer_avatar() returns trigger language plpgsql as $$
declare
  shown text := substring(new.avatar_url from '^/files/avatars/([0-9a-f-]{36})\.jpg$');
begin
  update performer_contents set ended_at = now()
    where account_id = new.id and kind = 'avatar' and ended_at is null and id::text is distinct from shown;
  if shown is not null then
    insert into performer_contents (id, account_id, kind, started_at)
      values (shown::uuid, new.id, 'avatar', now()) on conflict (id) do update set ended_at = null;
  end if;
  return null;
end $$;
create trigger performer_shown after insert on accounts for each row
  when (new.type = 'model' and new.avatar_url is not null) execute function note_performer_avatar();
create trigger performer_shows after update of type, avatar_url on accounts for each row
  when (new.type = 'model' and (old.type, old.avatar_url) is distinct from (new.type, new.avatar_url))
  execute function note_performer_avatar();

create function note_performer_message_picture() returns trigger language plpgsql as $$
begin
  insert into performer_contents (id, account_id, kind, started_at, removed_at)
    select new.id, new.owner_id, 'message_picture', now(), new.withheld_at
    from accounts a where a.id = new.owner_id and a.type = 'model'
    on conflict (id) do update set removed_at = excluded.removed_at;
  return null;
end $$;
create trigger performer_sent after insert or update of message_id, withheld_at on message_pictures
  for each row when (new.message_id is not null) execute function note_performer_message_picture();

create function note_message_taken_back() returns trigger language plpgsql as $$
begin
  update performer_contents set withdrawn_at = new.deleted_at, ended_at = coalesce(ended_at, new.deleted_at)
    where id = new.image_id;
  return null;
end $$;
create trigger performer_took_back after update of deleted_at on direct_messages
  for each row when (new.deleted_at is not null and new.image_id is not null)
  execute function note_message_taken_back();

create function note_avatar_withheld() returns trigger language plpgsql as $$
begin
  update performer_contents set removed_at = new.withheld_at where id = new.id;
  return null;
end $$;
create trigger performer_avatar_withheld after update of withheld_at on avatar_pictures
  for each row execute function note_avatar_withheld();

create function note_file_erased() returns trigger language plpgsql as $$
begin
  update performer_contents set erased_at = now(), ended_at = coalesce(ended_at, now()) where id = old.id;
  return null;
end $$;
create trigger performer_recording_erased after delete on recordings
  for each row execute function note_file_erased();
create trigger performer_avatar_erased after delete on avatar_pictures
  for each row execute function note_file_erased();
create trigger performer_message_picture_erased after delete on message_pictures
  for each row execute function note_file_erased();

-- Cameras of houses alone: other cameras are no performer's. From the first picture until the camera is closed.
create function note_house_camera() returns trigger language plpgsql as $$
begin
  insert into performer_contents (id, account_id, kind, detail, started_at)
    select new.camera_id, v.room_id, 'house_camera', v.name, new.live_at
    from voyeur_cameras v where v.camera_id = new.camera_id
    on conflict do nothing;
  return null;
end $$;
create trigger house_camera_live after update of state on cameras
  for each row when (new.state = 'live' and old.state <> 'live') execute function note_house_camera();

create function note_house_camera_ended() returns trigger language plpgsql as $$
begin
  update performer_contents set ended_at = coalesce(new.gone_at, new.closed_at, now())
    where id = new.camera_id and ended_at is null;
  return null;
end $$;
create trigger house_camera_closed after update of state on cameras
  for each row when (new.state = 'closed' and old.state <> 'closed') execute function note_house_camera_ended();

-- What there is already.
insert into performer_contents (id, account_id, kind, broadcast_id, detail, started_at, ended_at, removed_at)
  select r.id, r.account_id, 'recording', r.broadcast_id, r.kind, r.started_at,
    r.started_at + r.duration_ms * interval '1 millisecond', o.withheld_at
  from recordings r left join recordings o on o.id = r.origin_id
  on conflict do nothing;
insert into performer_contents (id, account_id, kind, started_at, removed_at)
  select p.id, p.account_id, 'avatar', p.created_at, p.withheld_at
  from avatar_pictures p join accounts a on a.id = p.account_id
  where a.type = 'model' and a.avatar_url = '/files/avatars/' || p.id || '.jpg'
  on conflict do nothing;
insert into performer_contents (id, account_id, kind, started_at, ended_at, withdrawn_at, removed_at)
  select p.id, p.owner_id, 'message_picture', m.created_at, m.deleted_at, m.deleted_at, p.withheld_at
  from message_pictures p join direct_messages m on m.id = p.message_id join accounts a on a.id = p.owner_id
  where a.type = 'model'
  on conflict do nothing;
insert into performer_contents (id, account_id, kind, detail, started_at)
  select c.camera_id, v.room_id, 'house_camera', v.name, c.live_at
  from cameras c join voyeur_cameras v on v.camera_id = c.camera_id
  where c.live_at is not null and c.state <> 'closed'
  on conflict do nothing;
