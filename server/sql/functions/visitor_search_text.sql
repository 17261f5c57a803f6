-- The values of a visitor's attributes, one a line.
CREATE OR REPLACE FUNCTION visitor_attributes_text(attributes jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT string_agg(a.value, E'\n' ORDER BY a.key) FROM jsonb_each_text(attributes) a $$;
-- What a search compares of a visitor. The index sessions_visitor_trigrams stores its results: after a change of the result, a
-- migration has to rebuild that index (REINDEX INDEX sessions_visitor_trigrams). PostgreSQL evaluates it with a search path
-- without public. It has no subquery, so that queries inline it: most visitors have no attributes.
CREATE OR REPLACE FUNCTION visitor_search_text(name text, email text, external_id text, attributes jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT lower(coalesce(name, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(external_id, '') || E'\n'
    || CASE WHEN attributes IS NULL THEN '' ELSE coalesce(public.visitor_attributes_text(attributes), '') END) $$;
-- The version before this one creates an index of it at the start.
CREATE OR REPLACE FUNCTION visitor_search_text(name text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT lower(coalesce(name, '') || E'\n' || coalesce(email, '')) $$;
