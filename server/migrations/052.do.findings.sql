-- What should be looked at in a project's knowledge: contradicting figures, duplicates, passed dates, pages that cannot be read.
CREATE TABLE findings (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('contradiction', 'duplicate', 'past_date', 'failed_refresh')),
  -- A hash over kind, items and sentences: the same finding again keeps its row.
  fingerprint text NOT NULL,
  item_id uuid NOT NULL,
  other_item_id uuid,
  passages jsonb NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  dismissed_at timestamptz,
  -- A dismissed finding that is not found any more stays, so that it is still dismissed when it is found again.
  is_current boolean NOT NULL DEFAULT true,
  UNIQUE (company_id, project_id, id),
  UNIQUE (project_id, fingerprint),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, project_id, item_id)
    REFERENCES knowledge_items (company_id, project_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, project_id, other_item_id)
    REFERENCES knowledge_items (company_id, project_id, id) ON DELETE CASCADE
);
CREATE INDEX findings_item ON findings (item_id);
CREATE INDEX findings_other_item ON findings (other_item_id) WHERE other_item_id IS NOT NULL;

-- When the knowledge of a project is due to be inspected: after a change, and once a day because dates pass.
CREATE TABLE finding_schedules (
  project_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  changed_at timestamptz,
  due_at timestamptz NOT NULL,
  inspected_at timestamptz,
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX finding_schedules_due ON finding_schedules (due_at);

ALTER TABLE knowledge_items NO FORCE ROW LEVEL SECURITY;
INSERT INTO finding_schedules (project_id, company_id, due_at)
SELECT DISTINCT project_id, company_id, now() FROM knowledge_items;
ALTER TABLE knowledge_items FORCE ROW LEVEL SECURITY;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['findings', 'finding_schedules'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant_isolation ON %I FOR ALL TO aichat_app
         USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;
GRANT SELECT (project_id, company_id, due_at) ON finding_schedules TO aichat_lookup;
CREATE POLICY lookup ON finding_schedules FOR SELECT TO aichat_lookup USING (true);

CREATE FUNCTION schedule_inspection() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER schedule_inspection_on_update AFTER UPDATE ON knowledge_items FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.version <> NEW.version OR OLD.content_hash IS DISTINCT FROM NEW.content_hash
    OR OLD.is_enabled <> NEW.is_enabled OR OLD.error IS DISTINCT FROM NEW.error)
  EXECUTE FUNCTION schedule_inspection();
CREATE TRIGGER schedule_inspection_on_delete AFTER DELETE ON knowledge_items FOR EACH ROW
  EXECUTE FUNCTION schedule_inspection();
