-- A website or an archive of documents that owns many knowledge items.
CREATE TABLE sources (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('site', 'archive')),
  name text NOT NULL,
  config jsonb NOT NULL,
  limits jsonb NOT NULL,
  schedule text NOT NULL CHECK (schedule IN ('off', 'daily', 'weekly')),
  next_run_at timestamptz,
  deletion_requested_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX sources_project ON sources (company_id, project_id);
CREATE INDEX sources_due ON sources (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX sources_deletion ON sources (company_id) WHERE deletion_requested_at IS NOT NULL;

ALTER TABLE knowledge_items ADD COLUMN source_id uuid;
ALTER TABLE knowledge_items ADD CONSTRAINT knowledge_items_source
  FOREIGN KEY (company_id, project_id, source_id) REFERENCES sources (company_id, project_id, id) ON DELETE CASCADE;
CREATE INDEX knowledge_items_source ON knowledge_items (source_id) WHERE source_id IS NOT NULL;

-- One reading of a source. A stopped run can be resumed until the next one starts.
CREATE TABLE source_runs (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  source_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('manual', 'schedule', 'upload')),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'stopped', 'completed', 'failed')),
  error text,
  -- The object of the uploaded archive.
  archive_key text,
  -- Whether the pages from which the run starts are listed.
  is_seeded boolean NOT NULL DEFAULT false,
  -- Whether pages were left out because of the limit.
  is_limited boolean NOT NULL DEFAULT false,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- Only the process with this claim may store results.
  claim_id uuid,
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id, source_id)
    REFERENCES sources (company_id, project_id, id) ON DELETE CASCADE
);
CREATE INDEX source_runs_source ON source_runs (source_id, started_at DESC);
CREATE UNIQUE INDEX source_runs_active ON source_runs (source_id) WHERE status = 'running';

-- A page or document that was read at least once.
CREATE TABLE source_pages (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  source_id uuid NOT NULL,
  url text NOT NULL,
  title text NOT NULL,
  characters integer NOT NULL,
  language text,
  excerpt text NOT NULL,
  depth integer NOT NULL,
  content_hash text NOT NULL,
  -- For conditional requests; a document's etag is the hash of its bytes.
  etag text,
  last_modified text,
  item_id uuid,
  missing_count integer NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id, source_id)
    REFERENCES sources (company_id, project_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, project_id, item_id)
    REFERENCES knowledge_items (company_id, project_id, id) ON DELETE SET NULL (item_id)
);
CREATE UNIQUE INDEX source_pages_url ON source_pages (source_id, url);
CREATE INDEX source_pages_hash ON source_pages (source_id, content_hash);
CREATE UNIQUE INDEX source_pages_item ON source_pages (item_id);
CREATE INDEX source_pages_project ON source_pages (project_id);

-- What was read from a page and is not embedded yet, so that embedding does not fetch it again.
CREATE TABLE source_contents (
  page_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  content jsonb NOT NULL,
  FOREIGN KEY (company_id, project_id, page_id)
    REFERENCES source_pages (company_id, project_id, id) ON DELETE CASCADE
);

-- What a run has found, in this order, and the outcome of each. Rows without an outcome are left to read.
CREATE TABLE source_run_pages (
  run_id uuid NOT NULL,
  position integer NOT NULL,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('page', 'sitemap', 'document')),
  url text NOT NULL,
  depth integer NOT NULL,
  language text,
  attempts integer NOT NULL DEFAULT 0,
  claim_id uuid,
  retry_at timestamptz,
  outcome text CHECK (outcome IN ('new', 'changed', 'unchanged', 'duplicate', 'redirected', 'skipped', 'failed', 'missing',
    'removed', 'listed')),
  reason text,
  title text,
  finished_at timestamptz,
  PRIMARY KEY (run_id, position),
  FOREIGN KEY (company_id, project_id, run_id)
    REFERENCES source_runs (company_id, project_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX source_run_pages_url ON source_run_pages (run_id, url);
CREATE INDEX source_run_pages_queue ON source_run_pages (run_id, position) WHERE outcome IS NULL;
CREATE INDEX source_run_pages_project ON source_run_pages (project_id);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['sources', 'source_runs', 'source_pages', 'source_contents', 'source_run_pages'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant_isolation ON %I FOR ALL TO aichat_app
         USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;

GRANT SELECT (id, company_id, project_id, next_run_at, deletion_requested_at) ON sources TO aichat_lookup;
CREATE POLICY lookup ON sources FOR SELECT TO aichat_lookup
  USING (next_run_at IS NOT NULL OR deletion_requested_at IS NOT NULL);
GRANT SELECT (id, company_id, project_id, source_id, status, heartbeat_at) ON source_runs TO aichat_lookup;
CREATE POLICY lookup ON source_runs FOR SELECT TO aichat_lookup USING (status = 'running');
