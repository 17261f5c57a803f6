-- The summary that an AI model last wrote of a conversation.
CREATE TABLE conversation_summaries (
  company_id uuid NOT NULL,
  session_id uuid PRIMARY KEY,
  text text NOT NULL,
  -- The last message that it covers.
  until_seq integer NOT NULL,
  until_at timestamptz NOT NULL,
  model text NOT NULL,
  -- Of the prompt "summary"; 0 for the default text.
  prompt_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);
ALTER TABLE conversation_summaries ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversation_summaries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON conversation_summaries FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON conversation_summaries TO aichat_app;
