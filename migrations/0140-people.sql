-- Numbers that rooms show, counted as they are written, so that two at once are both in them.
alter table rooms
  add column followers integer not null default 0 check (followers >= 0),
  -- How many gave one star, two stars … five stars.
  add column rating_counts integer[] not null default '{0,0,0,0,0}';

insert into rooms (account_id, followers)
select model_id, count(*) from follows group by model_id
on conflict (account_id) do update set followers = excluded.followers;

create function count_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rooms (account_id, followers) values (new.model_id, 1)
    on conflict (account_id) do update set followers = rooms.followers + 1;
  else
    -- No row is made here: the model's account may be on its way out.
    update rooms set followers = followers - 1 where account_id = old.model_id;
  end if;
  return null;
end $$;
create trigger follows_counted after insert or delete on follows
  for each row execute function count_follow();

-- One rating a day of one person for one model; another of the same day replaces it.
create table room_ratings (
  model_id bigint not null references accounts (id) on delete cascade,
  rater_id bigint not null references accounts (id) on delete cascade,
  day date not null,
  stars smallint not null check (stars between 1 and 5),
  show text not null check (show in ('public', 'private', 'spy', 'limited')),
  show_id uuid,
  comment text check (char_length(comment) between 1 and 500),
  rated_at timestamptz not null default now(),
  primary key (model_id, rater_id, day)
);
create index room_ratings_rater on room_ratings (rater_id);

create function count_rating() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    update rooms set rating_counts[old.stars] = rating_counts[old.stars] - 1 where account_id = old.model_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into rooms (account_id) values (new.model_id) on conflict (account_id) do nothing;
    update rooms set rating_counts[new.stars] = rating_counts[new.stars] + 1 where account_id = new.model_id;
  end if;
  return null;
end $$;
create trigger room_ratings_counted after insert or update or delete on room_ratings
  for each row execute function count_rating();

-- What one person noted about another; nobody else reads it.
create table account_notes (
  author_id bigint not null references accounts (id) on delete cascade,
  subject_id bigint not null references accounts (id) on delete cascade,
  notes text not null check (char_length(notes) between 1 and 2000),
  updated_at timestamptz not null default now(),
  primary key (author_id, subject_id)
);
create index account_notes_subject on account_notes (subject_id);

-- Rooms that a person entered, kept for 30 days.
create table view_history (
  account_id bigint not null references accounts (id) on delete cascade,
  model_id bigint not null references accounts (id) on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (account_id, model_id)
);
create index view_history_order on view_history (account_id, viewed_at desc, model_id desc);
create index view_history_model on view_history (model_id);
create index view_history_age on view_history (viewed_at);

-- Likes of the weekly leaderboard: one a day for one model.
create table model_likes (
  model_id bigint not null references accounts (id) on delete cascade,
  liker_id bigint not null references accounts (id) on delete cascade,
  day date not null,
  primary key (liker_id, day, model_id)
);
create index model_likes_week on model_likes (day, model_id);
create index model_likes_model on model_likes (model_id);
