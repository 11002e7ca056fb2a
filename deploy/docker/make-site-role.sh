#!/bin/sh
# Runs once, when PostgreSQL makes its database: the role that runs the site, which owns nothing. The site's start
# gives it its rights on rows (DATABASE_OWNER_URL).
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password KLIEG_SITE_PASSWORD
create role klieg_site login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
SQL
