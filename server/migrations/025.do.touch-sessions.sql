-- What is shown of a conversation stands in several tables. Who changes another than its state says so here, and whoever
-- asks for what has changed since is told. The conversations are locked before the revision, in one order.
CREATE FUNCTION touch_sessions(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE next_rev bigint;
BEGIN
  PERFORM FROM session_states WHERE session_id = ANY (ids) ORDER BY session_id FOR UPDATE;
  IF FOUND THEN
    UPDATE company_revisions SET rev = rev + 1 RETURNING rev INTO next_rev;
    UPDATE session_states SET rev = next_rev WHERE session_id = ANY (ids);
  END IF;
END $$;
