-- Pictures with a link that pages show under their header, as the operator set them.

create table banners (
  id uuid primary key,
  image_url text not null,
  -- For narrow windows; null: the first one is shown there, too.
  image_mobile_url text,
  -- A path of this site, or an address at a host that the configuration lists.
  url text not null,
  -- What the picture says, for those who do not see it.
  alt text not null,
  audience text not null check (audience in ('all', 'guest', 'viewer', 'model')),
  -- The lowest is shown first.
  position integer not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz,
  created_at timestamptz not null default now()
);

-- Pictures that were sent up for banners; their bytes are blobs. One that no banner shows is dropped after a day.
create table banner_pictures (
  id uuid primary key,
  created_at timestamptz not null default now()
);
