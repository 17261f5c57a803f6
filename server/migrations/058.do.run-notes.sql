-- What a run left out or did not do, in sentences for people.
ALTER TABLE source_runs ADD COLUMN notes text[] NOT NULL DEFAULT '{}';
-- How many redirects in a row have led to this address.
ALTER TABLE source_run_pages ADD COLUMN redirect_count integer NOT NULL DEFAULT 0;
