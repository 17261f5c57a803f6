-- Names and summaries of topics that an AI model wrote.
CREATE TABLE topic_descriptions (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  topic_id uuid PRIMARY KEY,
  -- Null until the model has written a text that the questions support.
  name text,
  summary text,
  -- The conversations whose questions the model was given.
  session_ids uuid[] NOT NULL DEFAULT '{}',
  -- How many questions the topic had then.
  question_count integer NOT NULL,
  model text NOT NULL,
  -- Of the prompt "topic"; 0 for the default text.
  prompt_version integer NOT NULL,
  -- Attempts since the last success. While a process waits for the model, and after a failure, the next one is later.
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, project_id, topic_id) REFERENCES topics (company_id, project_id, id) ON DELETE CASCADE
);
ALTER TABLE topic_descriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE topic_descriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON topic_descriptions FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON topic_descriptions TO aichat_app;

GRANT SELECT (company_id) ON topics TO aichat_lookup;
CREATE POLICY lookup ON topics FOR SELECT TO aichat_lookup USING (true);

-- Replaced by server/sql/functions/delete_topic_descriptions.sql.
CREATE FUNCTION delete_topic_descriptions() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER delete_topic_descriptions AFTER DELETE ON unanswered_questions REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION delete_topic_descriptions();

-- Trends of many topics are read from the index alone.
DROP INDEX topic_counts_topic;
CREATE INDEX topic_counts_topic ON topic_counts (topic_id, unit, day) INCLUDE (total, company_id);
