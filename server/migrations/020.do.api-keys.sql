-- Keys with which programs of a company call the API. Only the beginning of one can be read again.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  prefix text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  created_by text NOT NULL, -- a name, which outlives its bearer
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX api_keys_company ON api_keys (company_id, created_at DESC, id DESC);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY one_company ON api_keys FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON api_keys TO aichat_app;
GRANT SELECT (company_id, token_hash) ON api_keys TO aichat_lookup;
CREATE POLICY lookup ON api_keys FOR SELECT TO aichat_lookup USING (true);
