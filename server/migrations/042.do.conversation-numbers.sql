-- Short numbers of conversations: 1, 2, 3 … within a company, in the order in which they started.
CREATE TABLE session_numbers (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  last_number integer NOT NULL
);
ALTER TABLE session_numbers ENABLE ROW LEVEL SECURITY;
ALTER TABLE session_numbers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON session_numbers FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON session_numbers TO aichat_app;

-- Null for conversations that a process of the version before starts during a rolling upgrade.
ALTER TABLE sessions ADD COLUMN number integer;
ALTER TABLE sessions DISABLE TRIGGER USER;
UPDATE sessions d SET number = n.number FROM (
  SELECT id, row_number() OVER (PARTITION BY company_id ORDER BY created_at, id) AS number FROM sessions
) n WHERE n.id = d.id;
ALTER TABLE sessions ENABLE TRIGGER USER;
INSERT INTO session_numbers (company_id, last_number) SELECT company_id, max(number) FROM sessions GROUP BY company_id;
CREATE UNIQUE INDEX sessions_number ON sessions (company_id, number);

-- The search also reads numbers, external ids and attributes. Its index has a new expression, and with it a new name:
-- server/src/sessions/search-extensions.ts creates it.
GRANT SELECT (number, visitor_external_id, visitor_attributes) ON sessions TO aichat_search;
DROP INDEX IF EXISTS sessions_trigrams;

-- Whether the assigned agent has not opened the conversation since a colleague assigned it.
ALTER TABLE session_states ADD COLUMN is_assignment_new boolean NOT NULL DEFAULT false;
