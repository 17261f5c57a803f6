-- Questions that the owner keeps, with what their answers must hold.
CREATE TABLE answer_tests (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  question text NOT NULL,
  must_contain text[] NOT NULL,
  -- No reference: a demand outlives the item that it names, and says so.
  must_cite uuid,
  must_cite_title text,
  must_hand_over boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX answer_tests_project ON answer_tests (company_id, project_id);

CREATE TABLE answer_test_runs (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('asked', 'knowledge', 'published')),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- When it was last heard of: a run whose process ended is found by this.
  heard_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX answer_test_runs_project ON answer_test_runs (project_id, started_at DESC);
-- One at a time for each project.
CREATE UNIQUE INDEX answer_test_runs_under_way ON answer_test_runs (project_id) WHERE finished_at IS NULL;

CREATE TABLE answer_test_results (
  run_id uuid NOT NULL,
  test_id uuid NOT NULL,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  is_passed boolean NOT NULL,
  -- As it did in the run before; null where it was not in it.
  was_passed boolean,
  problems text[] NOT NULL,
  answer text,
  reason text,
  sources jsonb NOT NULL,
  model text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, test_id),
  FOREIGN KEY (company_id, project_id, run_id)
    REFERENCES answer_test_runs (company_id, project_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, project_id, test_id)
    REFERENCES answer_tests (company_id, project_id, id) ON DELETE CASCADE
);
CREATE INDEX answer_test_results_test ON answer_test_results (test_id, at DESC);

-- When the tests of a project are due, because what it knows has changed.
CREATE TABLE answer_test_plans (
  project_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  changed_at timestamptz,
  due_at timestamptz,
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX answer_test_plans_due ON answer_test_plans (due_at) WHERE due_at IS NOT NULL;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['answer_tests', 'answer_test_runs', 'answer_test_results', 'answer_test_plans'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY one_company ON %I FOR ALL TO aichat_app
         USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;

GRANT SELECT (project_id, company_id, due_at) ON answer_test_plans TO aichat_lookup;
CREATE POLICY lookup ON answer_test_plans FOR SELECT TO aichat_lookup USING (due_at IS NOT NULL);
GRANT SELECT (id, project_id, company_id, finished_at, heard_at) ON answer_test_runs TO aichat_lookup;
CREATE POLICY lookup ON answer_test_runs FOR SELECT TO aichat_lookup USING (finished_at IS NULL);

-- Whoever changes what a project knows, its tests are due a moment after the last of several changes, and a minute
-- after the first at the latest.
CREATE FUNCTION plan_answer_tests() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE project uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.project_id ELSE NEW.project_id END;
BEGIN
  UPDATE answer_test_plans SET changed_at = coalesce(changed_at, now()),
      due_at = least(now() + interval '5 seconds', coalesce(changed_at, now()) + interval '1 minute')
    WHERE project_id = project;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_item_changed AFTER UPDATE ON knowledge_items FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND 'embedded' IN (OLD.status, NEW.status)
    OR NEW.status = 'embedded' AND OLD.content_hash IS DISTINCT FROM NEW.content_hash)
  EXECUTE FUNCTION plan_answer_tests();
CREATE TRIGGER knowledge_item_removed AFTER DELETE ON knowledge_items FOR EACH ROW
  WHEN (OLD.status = 'embedded') EXECUTE FUNCTION plan_answer_tests();
CREATE TRIGGER faq_added_or_removed AFTER INSERT OR DELETE ON faqs FOR EACH ROW
  EXECUTE FUNCTION plan_answer_tests();
CREATE TRIGGER faq_changed AFTER UPDATE ON faqs FOR EACH ROW
  WHEN (OLD.question <> NEW.question OR OLD.answer <> NEW.answer) EXECUTE FUNCTION plan_answer_tests();

-- What visitors asked lately is read from the traces.
CREATE INDEX reply_traces_newest ON reply_traces (company_id, created_at DESC);
