-- When conversations were closed. A message reopens one, so each may be closed several times.
CREATE TABLE session_closings (
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- The number of the last message at that time.
  seq integer NOT NULL,
  closed_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);
CREATE INDEX session_closings_session ON session_closings (session_id);

-- Replaced by server/sql/functions/record_session_closing.sql.
CREATE FUNCTION record_session_closing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER record_session_closing AFTER UPDATE ON session_states FOR EACH ROW
  WHEN (OLD.status = 'active' AND NEW.status <> 'active' AND NEW.last_seq > 0)
  EXECUTE FUNCTION record_session_closing();

-- What reports count of a conversation, derived from its messages. A conversation in which the visitor writes again after 72 hours
-- of silence has a row for each part. The definitions are in docs/reports.md.
CREATE TABLE session_facts (
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- The part begins with this message, and ends before the next part.
  first_seq integer NOT NULL,
  project_id uuid NOT NULL,
  -- When the visitor wrote first, with day and hour in the company's time zone.
  started_at timestamptz NOT NULL,
  day date NOT NULL,
  hour smallint NOT NULL,
  -- Two letters (ISO 639-1); empty where it is unknown.
  language text NOT NULL,
  messages integer NOT NULL,
  ai_answers integer NOT NULL,
  has_suggestions boolean NOT NULL,
  suggestions_helped boolean NOT NULL,
  -- Why the AI first asked the team to answer; null when it has not.
  handover_reason text,
  -- Who answered first, if a person did, and after how many seconds.
  first_responder_id uuid,
  first_response_seconds integer,
  -- Null while the conversation is open.
  resolution_seconds integer,
  rating smallint,
  is_confirmed boolean NOT NULL,
  is_quiet boolean NOT NULL,
  came_back boolean NOT NULL,
  is_unanswered boolean NOT NULL,
  PRIMARY KEY (session_id, first_seq),
  FOREIGN KEY (company_id, project_id, session_id) REFERENCES sessions (company_id, project_id, id) ON DELETE CASCADE
);
CREATE INDEX session_facts_list ON session_facts (company_id, started_at DESC, session_id DESC);

-- Sums of session_facts by day, and of distributions by month too. Sums of all projects have the nil UUID as project_id, those of all
-- languages the language '*'.
CREATE TABLE report_counts (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  unit text NOT NULL CHECK (unit IN ('day', 'month')),
  -- Of a month, its first day.
  day date NOT NULL,
  project_id uuid NOT NULL,
  language text NOT NULL,
  -- Collated by bytes, so that an index finds measures by their beginning.
  measure text COLLATE "C" NOT NULL,
  value integer NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY (company_id, project_id, language, unit, measure, day, value)
);

-- Replaced by server/sql/functions/update_report_counts.sql.
CREATE FUNCTION update_report_counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER update_report_counts_on_insert AFTER INSERT ON session_facts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION update_report_counts();
CREATE TRIGGER update_report_counts_on_update AFTER UPDATE ON session_facts REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION update_report_counts();
CREATE TRIGGER update_report_counts_on_delete AFTER DELETE ON session_facts REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION update_report_counts();

-- Up to which change the facts of a company are derived. Without a row, all of its conversations are still to be read.
CREATE TABLE session_facts_progress (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  rev bigint NOT NULL,
  session_id uuid NOT NULL,
  -- What the facts depend on besides messages. Where either differs from the current one, they are derived anew.
  time_zone text NOT NULL,
  definition integer NOT NULL
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['session_closings', 'session_facts', 'report_counts', 'session_facts_progress'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I FOR ALL TO aichat_app
      USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;
GRANT SELECT ON session_facts_progress TO aichat_lookup;
CREATE POLICY lookup ON session_facts_progress FOR SELECT TO aichat_lookup USING (true);
