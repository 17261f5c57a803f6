-- Topics of questions that the AI could not answer.
CREATE TABLE topics (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid PRIMARY KEY,
  -- Given by a member of the team; without one, the words of its questions name the topic.
  name text,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'dismissed')),
  status_at timestamptz NOT NULL DEFAULT now(),
  -- Later questions are still compared with its own, so a merge can be undone.
  merged_into uuid,
  -- The topic that its questions count for: the last one of a chain of merges. Null for its own.
  counted_in uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, project_id, merged_into) REFERENCES topics (company_id, project_id, id)
    ON DELETE SET NULL (merged_into),
  FOREIGN KEY (company_id, project_id, counted_in) REFERENCES topics (company_id, project_id, id)
    ON DELETE SET NULL (counted_in)
);
CREATE INDEX topics_project ON topics (project_id);
CREATE INDEX topics_merged_into ON topics (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX topics_counted_in ON topics (counted_in) WHERE counted_in IS NOT NULL;

-- Questions that the AI could not answer, by the message in which it handed over or suggested pages that did not help.
CREATE TABLE unanswered_questions (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  session_id uuid NOT NULL,
  seq integer NOT NULL,
  asked_at timestamptz NOT NULL,
  -- In the company's time zone.
  day date NOT NULL,
  had_suggestions boolean NOT NULL,
  -- False until the question has been compared with others.
  is_compared boolean NOT NULL DEFAULT false,
  -- Stems of its words, and the words, in the order of the text.
  terms text[] NOT NULL DEFAULT '{}',
  words text[] NOT NULL DEFAULT '{}',
  -- Stems of general words.
  general_terms text[] NOT NULL DEFAULT '{}',
  -- Null for a question that resembles no other.
  topic_id uuid,
  PRIMARY KEY (session_id, seq),
  FOREIGN KEY (company_id, project_id, topic_id) REFERENCES topics (company_id, project_id, id)
    ON DELETE SET NULL (topic_id),
  FOREIGN KEY (company_id, project_id, session_id) REFERENCES sessions (company_id, project_id, id) ON DELETE CASCADE
);
CREATE INDEX unanswered_questions_topic ON unanswered_questions (topic_id, asked_at DESC);
CREATE INDEX unanswered_questions_single ON unanswered_questions (project_id, asked_at DESC) WHERE topic_id IS NULL;
CREATE INDEX unanswered_questions_new ON unanswered_questions (company_id, asked_at) WHERE NOT is_compared;

-- Numbers of unanswered questions by day and by month. Questions without a topic have the nil UUID as topic_id.
CREATE TABLE topic_counts (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  unit text NOT NULL CHECK (unit IN ('day', 'month')),
  -- Of a month, its first day.
  day date NOT NULL,
  project_id uuid NOT NULL,
  topic_id uuid NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY (company_id, unit, day, project_id, topic_id)
);
CREATE INDEX topic_counts_topic ON topic_counts (topic_id, unit, day);

-- Replaced by server/sql/functions/update_topic_counts.sql.
CREATE FUNCTION update_topic_counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER update_topic_counts_on_insert AFTER INSERT ON unanswered_questions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION update_topic_counts();
CREATE TRIGGER update_topic_counts_on_update AFTER UPDATE ON unanswered_questions REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION update_topic_counts();
CREATE TRIGGER update_topic_counts_on_delete AFTER DELETE ON unanswered_questions REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION update_topic_counts();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['topics', 'unanswered_questions', 'topic_counts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I FOR ALL TO aichat_app
      USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;
