-- What the index of performers' records (18 U.S.C. 2257) needs beside the vault: every name that a performer has used
-- here, and every broadcast with its times. Legal names stand in the vault alone.

create table performer_names (
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('username', 'display_name')),
  name text not null,
  since timestamptz not null,
  primary key (account_id, kind, name)
);

create table performer_broadcasts (
  broadcast_id uuid primary key,
  account_id bigint not null references accounts (id),
  started_at timestamptz not null,
  -- Null: it runs.
  ended_at timestamptz
);
create index performer_broadcasts_of_account on performer_broadcasts (account_id, broadcast_id desc);
create index performer_broadcasts_by_time on performer_broadcasts (started_at);

-- By a trigger, so that no way to another name is missed.
create function note_performer_names() returns trigger language plpgsql as $$
begin
  insert into performer_names (account_id, kind, name, since)
    values (new.id, 'username', new.username, now()), (new.id, 'display_name', new.display_name, now())
    on conflict do nothing;
  return null;
end $$;

create trigger performer_named after insert on accounts for each row
  when (new.type = 'model') execute function note_performer_names();
create trigger performer_renamed after update on accounts for each row
  when (new.type = 'model'
    and (old.type, old.username, old.display_name) is distinct from (new.type, new.username, new.display_name))
  execute function note_performer_names();

insert into performer_names (account_id, kind, name, since)
  select id, 'username', username, created_at from accounts where type = 'model'
  union all select id, 'display_name', display_name, created_at from accounts where type = 'model'
  union all select a.id, 'username', f.username, a.created_at
    from former_usernames f join accounts a on a.id = f.account_id where a.type = 'model'
  on conflict do nothing;

-- Of broadcasts of before, what recordings and named co-performers tell. A database that begins has neither, and the
-- table of the second comes later there.
do $$ begin
  insert into performer_broadcasts (broadcast_id, account_id, started_at, ended_at)
    select broadcast_id, max(account_id), min(started_at),
      max(started_at + coalesce(duration_ms, 0) * interval '1 millisecond')
    from recordings group by broadcast_id;
  if to_regclass('broadcast_performers') is not null then
    insert into performer_broadcasts (broadcast_id, account_id, started_at, ended_at)
      select broadcast_id, max(model_id), min(named_at), min(named_at) from broadcast_performers group by broadcast_id
      on conflict do nothing;
  end if;
  insert into performer_broadcasts (broadcast_id, account_id, started_at)
    select broadcast_id, account_id, started_at from rooms where broadcast_id is not null and started_at is not null
    on conflict (broadcast_id) do update set ended_at = null;
end $$;
