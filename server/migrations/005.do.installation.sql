-- Where a project's chat may be shown beside its website; together empty they mean any website.
ALTER TABLE projects ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}';

-- Whether a website may use a public key is decided before its company is known.
GRANT SELECT (website_url, allowed_origins) ON projects TO aichat_lookup;

-- The websites that asked for a project's chat: a row an origin, written at most once a minute.
CREATE TABLE sightings (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  origin text NOT NULL,
  is_refused boolean NOT NULL,
  page_url text,
  count bigint NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, is_refused, origin),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

ALTER TABLE sightings ENABLE ROW LEVEL SECURITY;
ALTER TABLE sightings FORCE ROW LEVEL SECURITY;
CREATE POLICY one_company ON sightings FOR ALL TO aichat_app
  USING (company_id = current_company()) WITH CHECK (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON sightings TO aichat_app;
