CREATE OR REPLACE FUNCTION record_session_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_closings (company_id, session_id, seq, closed_at)
  VALUES (NEW.company_id, NEW.session_id, NEW.last_seq, now());
  RETURN NULL;
END $$;
