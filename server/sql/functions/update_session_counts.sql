-- Maintains session_counts, so that a list knows its length without counting rows. A conversation counts from its first
-- message on.
CREATE OR REPLACE FUNCTION update_session_counts() RETURNS trigger LANGUAGE plpgsql AS $$
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
