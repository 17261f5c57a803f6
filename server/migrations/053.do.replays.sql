-- Visitors' last questions, answered by the draft and compared with what visitors get. One active replay for each project.
CREATE TABLE replays (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- The draft and the live answers that it compares.
  draft_change bigint NOT NULL,
  revision integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX replays_project ON replays (project_id, started_at DESC);
CREATE UNIQUE INDEX replays_active ON replays (project_id) WHERE finished_at IS NULL;

-- The questions of a replay, which are also its queue. The verdict of an answered one is null where the answers do not differ.
CREATE TABLE replay_questions (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  replay_id uuid NOT NULL,
  position integer NOT NULL,
  question text NOT NULL,
  asked integer NOT NULL,
  is_answered boolean NOT NULL DEFAULT false,
  verdict text,
  reasons text[] NOT NULL DEFAULT '{}',
  before jsonb,
  after jsonb,
  FOREIGN KEY (company_id, project_id, replay_id) REFERENCES replays (company_id, project_id, id) ON DELETE CASCADE
);
CREATE INDEX replay_questions_replay ON replay_questions (replay_id, position);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['replays', 'replay_questions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I FOR ALL TO aichat_app
      USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;
GRANT SELECT (id, project_id, company_id, finished_at, heartbeat_at) ON replays TO aichat_lookup;
CREATE POLICY lookup ON replays FOR SELECT TO aichat_lookup USING (finished_at IS NULL);
