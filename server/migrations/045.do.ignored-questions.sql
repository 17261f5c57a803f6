-- Questions that the team does not want to answer. Only a hash is stored, so that an erased visitor's words do not stay here.
CREATE TABLE ignored_questions (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  question_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, question_hash),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX ignored_questions_project ON ignored_questions (company_id, project_id);
ALTER TABLE ignored_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE ignored_questions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON ignored_questions FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON ignored_questions TO aichat_app;
