-- Media of performers in complaints, and in the index of what performers were in (18 U.S.C. 2257).

-- allowed: it widens what is taken, and checks no row that is there
alter table complaint_items drop constraint complaint_items_kind_check;
alter table complaint_items add constraint complaint_items_kind_check
  check (kind in ('page', 'avatar', 'message_picture', 'recording', 'media')) not valid;
-- allowed: it widens what is taken, and checks no row that is there
alter table performer_contents drop constraint performer_contents_kind_check;
alter table performer_contents add constraint performer_contents_kind_check
  check (kind in ('recording', 'message_picture', 'avatar', 'house_camera', 'media')) not valid;

-- Each file of a media by itself, from its approval on.
create function note_performer_media() returns trigger language plpgsql as $$
begin
  if new.status = 'live' then
    insert into performer_contents (id, account_id, kind, started_at)
      select i.file_id, new.model_id, 'media', coalesce(new.live_at, now())
      from media_items i where i.media_id = new.media_id
      on conflict (id) do update set ended_at = null, removed_at = null;
  elsif new.status = 'removed' then
    update performer_contents set removed_at = now(), ended_at = coalesce(ended_at, now())
      where id in (select i.file_id from media_items i where i.media_id = new.media_id);
  end if;
  if new.deleted_at is not null then
    update performer_contents set withdrawn_at = new.deleted_at, ended_at = coalesce(ended_at, new.deleted_at)
      where id in (select i.file_id from media_items i where i.media_id = new.media_id);
  end if;
  return null;
end $$;
create trigger performer_media after update of status, deleted_at on media
  for each row when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at))
  execute function note_performer_media();

create function note_media_withheld() returns trigger language plpgsql as $$
begin
  update performer_contents set removed_at = new.withheld_at where id = new.file_id;
  return null;
end $$;
create trigger performer_media_withheld after update of withheld_at on media_items
  for each row execute function note_media_withheld();

create function note_media_erased() returns trigger language plpgsql as $$
begin
  update performer_contents set erased_at = now(), ended_at = coalesce(ended_at, now()) where id = old.file_id;
  return null;
end $$;
create trigger performer_media_erased after delete on media_items
  for each row execute function note_media_erased();
