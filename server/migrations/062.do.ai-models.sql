-- The AI model that each company has chosen. Without a row, the installation's model answers where there is one.
CREATE TABLE ai_models (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  source text NOT NULL CHECK (source IN ('builtin', 'installation', 'company')),
  -- The company's own model, also while another source is chosen.
  provider text CHECK (provider IN ('openai', 'anthropic')),
  base_url text,
  model text,
  embedding_model text,
  encrypted_secret text,
  -- US dollars per million tokens.
  input_price double precision,
  output_price double precision,
  -- Counts changes.
  version integer NOT NULL DEFAULT 1,
  CHECK (source <> 'company' OR (provider IS NOT NULL AND base_url IS NOT NULL AND model IS NOT NULL))
);

-- AI usage by day of the company. Rows stay when their project is deleted, as the tokens were used.
CREATE TABLE ai_usage (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  day date NOT NULL,
  -- Null for usage of no project.
  used_project_id uuid,
  source text NOT NULL CHECK (source IN ('builtin', 'installation', 'company')),
  answers bigint NOT NULL DEFAULT 0,
  suggestions bigint NOT NULL DEFAULT 0,
  handovers bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  -- US dollars; null without prices.
  cost double precision,
  UNIQUE NULLS NOT DISTINCT (company_id, day, used_project_id, source)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ai_models', 'ai_usage'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I FOR ALL TO aichat_app
      USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;
GRANT SELECT (company_id, source, embedding_model) ON ai_models TO aichat_lookup;
CREATE POLICY lookup ON ai_models FOR SELECT TO aichat_lookup USING (true);
