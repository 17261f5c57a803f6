-- What a search compares of a visitor. The index sessions_trigrams stores its results: after a change of the result, a migration
-- has to rebuild that index (REINDEX INDEX sessions_trigrams).
CREATE OR REPLACE FUNCTION visitor_search_text(name text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT lower(coalesce(name, '') || E'\n' || coalesce(email, '')) $$;
