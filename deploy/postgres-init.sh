#!/bin/sh
# Runs once, when the PostgreSQL container of compose.yaml creates its data: a role without special rights that owns the
# database, the four roles of the product, and the extensions. Afterwards the superuser has no password, so that it can only
# be used inside the container.
set -eu
: "${POSTGRES_PASSWORD:?}"

psql --username "$POSTGRES_USER" --dbname postgres --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set "password=$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE aichat LOGIN PASSWORD :'password';
CREATE DATABASE aichat OWNER aichat;
REVOKE CONNECT ON DATABASE aichat FROM PUBLIC;
CREATE ROLE aichat_app NOLOGIN;
CREATE ROLE aichat_lookup NOLOGIN;
CREATE ROLE aichat_search NOLOGIN;
CREATE ROLE aichat_export NOLOGIN;
GRANT aichat_app, aichat_lookup, aichat_search, aichat_export TO aichat;
\connect aichat
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS vector;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
