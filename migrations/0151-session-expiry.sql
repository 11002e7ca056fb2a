-- Sessions whose time is over are looked for each minute.
create index sessions_expiry on sessions (expires_at);
