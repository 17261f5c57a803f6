-- An object in the storage, and what it belongs to. Who loses it (its project or its item is removed) leaves it behind
-- without an owner, to be found and removed from the storage: server/src/files/sweep.ts.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies,
  project_id uuid,
  item_id uuid,
  name text NOT NULL,
  mime text NOT NULL,
  bucket text NOT NULL,
  key text NOT NULL UNIQUE,
  size integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  stored_at timestamptz, -- null while it is being written
  used_at timestamptz,
  doomed_at timestamptz, -- from here on nobody may begin to use it
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE SET NULL (project_id),
  FOREIGN KEY (company_id, project_id, item_id) REFERENCES knowledge_items (company_id, project_id, id)
    ON DELETE SET NULL (item_id)
);
CREATE INDEX files_project ON files (company_id, project_id);
CREATE INDEX files_item ON files (item_id);
CREATE INDEX files_without_owner ON files (created_at) WHERE project_id IS NULL OR item_id IS NULL;

-- The text that was read from an item: what its chunks' places count in.
CREATE TABLE knowledge_texts (
  item_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  text text NOT NULL,
  FOREIGN KEY (company_id, project_id, item_id)
    REFERENCES knowledge_items (company_id, project_id, id) ON DELETE CASCADE
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['files', 'knowledge_texts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY one_company ON %I FOR ALL TO aichat_app
         USING (company_id = current_company()) WITH CHECK (company_id = current_company())', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;

GRANT SELECT (id, company_id, project_id, item_id, bucket, created_at, used_at, doomed_at) ON files TO aichat_lookup;
CREATE POLICY lookup ON files FOR SELECT TO aichat_lookup USING (project_id IS NULL OR item_id IS NULL);

ALTER TABLE knowledge_items
  -- What is being done to it; null while nothing is. A run that has ended without a word is found by its age.
  ADD COLUMN stage text CHECK (stage IN ('waiting', 'fetching', 'reading', 'indexing')),
  ADD COLUMN stage_at timestamptz,
  ADD COLUMN run_id uuid, -- only this run may store what it read
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN content_hash text,
  ADD COLUMN fetched_at timestamptz,
  ADD COLUMN failed_at timestamptz,
  ADD COLUMN refresh text NOT NULL DEFAULT 'off' CHECK (refresh IN ('off', 'daily', 'weekly')),
  ADD COLUMN next_fetch_at timestamptz;
CREATE INDEX knowledge_items_at_work ON knowledge_items (stage_at) WHERE stage IS NOT NULL;
CREATE INDEX knowledge_items_due ON knowledge_items (next_fetch_at) WHERE next_fetch_at IS NOT NULL;
GRANT SELECT (id, company_id, project_id, stage, stage_at, next_fetch_at) ON knowledge_items TO aichat_lookup;
CREATE POLICY lookup ON knowledge_items FOR SELECT TO aichat_lookup
  USING (stage IS NOT NULL OR next_fetch_at IS NOT NULL);

ALTER TABLE knowledge_chunks
  ADD COLUMN headings text[] NOT NULL DEFAULT '{}', -- from the outermost to the one above
  ADD COLUMN start_offset integer NOT NULL DEFAULT 0,
  ADD COLUMN end_offset integer NOT NULL DEFAULT 0,
  ADD COLUMN overlap integer NOT NULL DEFAULT 0; -- characters at the start that end the chunk before
