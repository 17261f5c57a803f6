-- Each change of a company's prompt. Without a text, the version went back to the one that ships with the product.
CREATE TABLE prompt_versions (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  key text NOT NULL,
  version integer NOT NULL,
  text text,
  note text NOT NULL DEFAULT '',
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, key, version)
);

ALTER TABLE prompt_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE prompt_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY one_company ON prompt_versions FOR ALL TO aichat_app
  USING (company_id = current_company()) WITH CHECK (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON prompt_versions TO aichat_app;
