-- Which business hours applied at which time: each row until the next one of the same scope. A project without a row, or whose schedule
-- is null, has those of the company.
CREATE TABLE business_hours_versions (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  project_id uuid,
  valid_from timestamptz NOT NULL,
  -- Null after the business hours were deleted.
  schedule jsonb,
  UNIQUE NULLS NOT DISTINCT (company_id, project_id, valid_from),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
ALTER TABLE business_hours_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE business_hours_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON business_hours_versions FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON business_hours_versions TO aichat_app;

-- When the existing business hours were set is unknown, so they apply to all earlier conversations.
ALTER TABLE business_hours NO FORCE ROW LEVEL SECURITY;
ALTER TABLE business_hours_versions NO FORCE ROW LEVEL SECURITY;
INSERT INTO business_hours_versions (company_id, project_id, valid_from, schedule)
  SELECT company_id, project_id, 'epoch', schedule FROM business_hours;
ALTER TABLE business_hours FORCE ROW LEVEL SECURITY;
ALTER TABLE business_hours_versions FORCE ROW LEVEL SECURITY;

-- Replaced by server/sql/functions/record_business_hours_version.sql.
CREATE FUNCTION record_business_hours_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER record_business_hours_version AFTER INSERT OR UPDATE OR DELETE ON business_hours
  FOR EACH ROW EXECUTE FUNCTION record_business_hours_version();

ALTER TABLE session_facts
  -- The part of first_response_seconds within business hours; null where there were none.
  ADD COLUMN first_response_business_seconds integer,
  -- The visitor opened a suggested page.
  ADD COLUMN suggestions_opened boolean NOT NULL DEFAULT false;
