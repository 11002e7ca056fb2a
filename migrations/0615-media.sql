-- Pictures and videos that performers sell or give: the uploaded files, what is made of them, who has bought what,
-- playlists and ratings.

create table media (
  media_id bigint generated always as identity primary key,
  -- By which staff decides about it; a new one with each change that is reviewed.
  review_id uuid not null unique,
  model_id bigint not null references accounts (id) on delete cascade,
  type_id smallint not null check (type_id in (1, 2)),
  name text not null,
  description text not null,
  token_price integer not null check (token_price between 0 and 20000),
  fan_level text check (fan_level in ('supporter', 'insider', 'legend')),
  tags text[] not null,
  is_free_no_auth boolean not null,
  cover_item bigint,
  cover_safe boolean not null,
  status text not null check (status in ('review', 'live', 'rejected', 'removed')),
  reject_reason text,
  submitted_at timestamptz not null,
  created_at timestamptz not null,
  -- Since when others find it; of one that was reviewed again the first time.
  live_at timestamptz,
  -- By the performer; buyers keep it.
  deleted_at timestamptz,
  sales integer not null default 0,
  stars_sum integer not null default 0,
  stars_count integer not null default 0
);
create index media_of_model on media (model_id, media_id desc);
create index media_live on media (type_id, live_at desc, media_id desc) where status = 'live' and deleted_at is null;
create index media_in_review on media (review_id) where status = 'review' and deleted_at is null;
create index media_tags on media using gin (tags) where status = 'live' and deleted_at is null;

create table media_items (
  item_id bigint generated always as identity primary key,
  -- Names its files.
  file_id uuid not null unique,
  model_id bigint not null references accounts (id) on delete cascade,
  media_id bigint references media (media_id) on delete set null,
  place integer not null default 0,
  type_id smallint not null check (type_id in (1, 2)),
  state text not null check (state in ('encoding', 'ready', 'failed')),
  error text,
  file_name text not null,
  -- Of the file that came.
  size_bytes bigint not null,
  width integer,
  height integer,
  duration_ms integer,
  is_muted boolean not null default false,
  -- A node prepares it; after that another one may.
  claimed_until timestamptz,
  tries integer not null default 0,
  -- Out of reach because staff has decided so.
  withheld_at timestamptz,
  created_at timestamptz not null
);
create index media_items_of_media on media_items (media_id, place, item_id);
create index media_items_of_model on media_items (model_id, item_id desc);
create index media_items_waiting on media_items (item_id) where state = 'encoding';

create table media_uploads (
  upload_id uuid primary key,
  model_id bigint not null references accounts (id) on delete cascade,
  type_id smallint not null check (type_id in (1, 2)),
  file_name text not null,
  size_bytes bigint not null,
  sha256 text not null,
  expires_at timestamptz not null,
  -- What came of it.
  item_id bigint references media_items (item_id) on delete cascade
);
create index media_uploads_of_model on media_uploads (model_id);
create index media_uploads_of_item on media_uploads (item_id);
create index media_uploads_old on media_uploads (expires_at);

create table media_upload_parts (
  upload_id uuid not null references media_uploads (upload_id) on delete cascade,
  part integer not null,
  size_bytes integer not null,
  -- Its file, which is another one each time that the part comes.
  blob text not null,
  primary key (upload_id, part)
);

-- Files that nobody names any more.
create table media_loose_files (
  blob text primary key,
  noted_at timestamptz not null
);

create table media_orders (
  -- Of the hold, too.
  order_id uuid primary key,
  buyer_id bigint not null references accounts (id) on delete cascade,
  model_id bigint not null references accounts (id) on delete cascade,
  tokens integer not null check (tokens > 0),
  source text not null,
  ordered_at timestamptz not null,
  -- held: the tokens are set aside and not paid yet.
  state text not null check (state in ('held', 'paid', 'freed'))
);
create index media_orders_held on media_orders (ordered_at) where state = 'held';
create index media_orders_of_buyer on media_orders (buyer_id);
create index media_orders_of_model on media_orders (model_id, ordered_at);

create table media_rights (
  buyer_id bigint not null references accounts (id) on delete cascade,
  media_id bigint not null references media (media_id) on delete cascade,
  -- Null: it was had for nothing.
  order_id uuid references media_orders (order_id) on delete cascade,
  -- Its part of the order.
  tokens integer not null,
  bought_at timestamptz not null,
  -- By the buyer, who may have it back.
  hidden_at timestamptz,
  -- The tokens go back, since the media was removed.
  refund_at timestamptz,
  is_refunded boolean not null default false,
  primary key (buyer_id, media_id)
);
create index media_rights_of_media on media_rights (media_id);
create index media_rights_of_order on media_rights (order_id);
create index media_rights_owed on media_rights (refund_at) where refund_at is not null and not is_refunded;

create table media_ratings (
  media_id bigint not null references media (media_id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  rated_at timestamptz not null,
  primary key (media_id, account_id)
);
create index media_ratings_of_account on media_ratings (account_id);

create table media_playlists (
  playlist_id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null,
  created_at timestamptz not null
);
create index media_playlists_of_account on media_playlists (account_id);

create table media_playlist_entries (
  playlist_id bigint not null references media_playlists (playlist_id) on delete cascade,
  media_id bigint not null references media (media_id) on delete cascade,
  place integer not null,
  primary key (playlist_id, media_id)
);
create index media_playlist_entries_of_media on media_playlist_entries (media_id);

-- Agreements of the others who are seen.
create table media_consents (
  media_id bigint not null references media (media_id) on delete cascade,
  consent_id uuid not null references co_performer_consents (id) on delete cascade,
  primary key (media_id, consent_id)
);
create index media_consents_of_consent on media_consents (consent_id);

create table fan_post_media (
  post_id uuid not null references fan_posts (post_id) on delete cascade,
  media_id bigint not null references media (media_id) on delete cascade,
  place integer not null,
  primary key (post_id, media_id)
);
create index fan_post_media_of_media on fan_post_media (media_id);

-- By triggers, so that no way to delete leaves a file behind.

create function note_media_item_gone() returns trigger language plpgsql as $$
begin
  insert into media_loose_files (blob, noted_at)
    select 'media/' || old.file_id || f.ending, now()
    from (values (case when old.type_id = 2 then '.mp4' else '.jpg' end), ('-thumb.jpg'), ('-blurred.jpg')) as f (ending)
    on conflict (blob) do update set noted_at = excluded.noted_at;
  return null;
end $$;
create trigger media_item_gone after delete on media_items for each row execute function note_media_item_gone();

create function note_media_part_gone() returns trigger language plpgsql as $$
begin
  insert into media_loose_files (blob, noted_at) values (old.blob, now())
    on conflict (blob) do update set noted_at = excluded.noted_at;
  return null;
end $$;
create trigger media_part_gone after delete on media_upload_parts
  for each row execute function note_media_part_gone();
