-- How many conversations of a project stand in each state: a list says its length without walking it.
CREATE TABLE session_counts (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  status text NOT NULL,
  total integer NOT NULL CHECK (total >= 0),
  PRIMARY KEY (company_id, project_id, status),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
ALTER TABLE session_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE session_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY one_company ON session_counts FOR ALL TO aichat_app
  USING (company_id = current_company()) WITH CHECK (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON session_counts TO aichat_app;

INSERT INTO session_counts (company_id, project_id, status, total)
SELECT company_id, project_id, status, count(*) FROM session_states WHERE last_seq > 0
GROUP BY company_id, project_id, status;

-- A conversation counts from its first message on.
CREATE FUNCTION count_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.last_seq > 0 THEN
    UPDATE session_counts SET total = total - 1
    WHERE company_id = OLD.company_id AND project_id = OLD.project_id AND status = OLD.status;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.last_seq > 0 THEN
    INSERT INTO session_counts AS c (company_id, project_id, status, total)
    VALUES (NEW.company_id, NEW.project_id, NEW.status, 1)
    ON CONFLICT (company_id, project_id, status) DO UPDATE SET total = c.total + 1;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER session_counted AFTER INSERT OR DELETE ON session_states
  FOR EACH ROW EXECUTE FUNCTION count_session();
CREATE TRIGGER session_moved AFTER UPDATE ON session_states
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR (OLD.last_seq = 0 AND NEW.last_seq > 0))
  EXECUTE FUNCTION count_session();
