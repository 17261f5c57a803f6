-- When the team is there: of the company (without a project), and of each project that has its own.
CREATE TABLE business_hours (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  project_id uuid,
  schedule jsonb NOT NULL,
  UNIQUE NULLS NOT DISTINCT (company_id, project_id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
ALTER TABLE business_hours ENABLE ROW LEVEL SECURITY;
ALTER TABLE business_hours FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON business_hours FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON business_hours TO aichat_app;
