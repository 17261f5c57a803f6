-- The name under which a project's website knows a visitor, from a token that it signed: only such a visitor is verified.
ALTER TABLE visitors ADD COLUMN external_id text, ADD COLUMN attributes jsonb;
ALTER TABLE sessions
  ADD COLUMN visitor_external_id text,
  ADD COLUMN visitor_attributes jsonb,
  ADD COLUMN rating smallint CHECK (rating BETWEEN 1 AND 5),
  ADD COLUMN rating_comment text;

-- What a website signs these tokens with: two at most, so that one can be replaced while the other still works. Sealed,
-- because the server itself has to read them.
CREATE TABLE identity_secrets (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  sealed text NOT NULL,
  ending text NOT NULL, -- what is shown of it
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX identity_secrets_project ON identity_secrets (company_id, project_id);

ALTER TABLE identity_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY one_company ON identity_secrets FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_secrets TO aichat_app;
