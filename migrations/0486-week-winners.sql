-- The most liked performer of each week that is over. It follows from model_likes: a row that is gone is counted again.

create table week_winners (
  -- The Monday that it begins with, in UTC.
  week date primary key,
  -- Null: nobody was liked in it.
  model_id bigint references accounts (id) on delete cascade,
  likes integer not null,
  check ((model_id is null) = (likes = 0))
);
