-- Addresses on other sites to which pages lead: a visitor is told the host first.
create table outside_links (
  -- 128 bits or more, in the letters of base64url; it stands in the address of the page.
  key text primary key check (length(key) between 22 and 43),
  url text not null,
  -- How many people may use it; null: everybody.
  uses_max integer,
  uses integer not null default 0,
  -- Null: as long as what it belongs to.
  expires_at timestamptz,
  -- Made by staff for its own sake, and not with a press entry.
  is_by_hand boolean not null,
  created_at timestamptz not null default now()
);
create index outside_links_by_hand on outside_links (created_at desc) where is_by_hand;

-- Who has used a link that not everybody may use: each counts once.
create table outside_link_uses (
  key text not null references outside_links (key) on delete cascade,
  -- `a…` an account, `g…` a guest by the cookie.
  visitor text not null,
  primary key (key, visitor)
);

-- What others have written about the site.
create table press_entries (
  id uuid primary key,
  outlet text not null,
  outlet_name text not null,
  title text not null,
  excerpt text not null,
  link_key text not null references outside_links (key),
  image_url text,
  published_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index press_entries_time on press_entries (published_at desc, id desc);
create index press_entries_outlet on press_entries (outlet, published_at desc, id desc);

-- Texts that somebody named is asked to sign. The text is kept as it was issued.
create table legal_documents (
  number bigint generated always as identity primary key,
  id uuid not null unique,
  -- The key of the link itself is known to the signer alone.
  key_digest bytea not null unique,
  template text not null,
  title text not null,
  version text not null,
  document_html text not null,
  document_text text not null,
  signer_name text,
  account_id bigint references accounts (id) on delete set null,
  email text not null,
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  signed_at timestamptz,
  -- The full name as it was typed, and from which address.
  signature text,
  signed_from text
);
