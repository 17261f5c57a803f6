-- Gives conversations a new revision after a change in a table other than session_states (labels, visitors), so that clients
-- that ask for changes since a revision receive them. Rows are locked in the order of their ids, and before the revision
-- counter, so that concurrent transactions cannot deadlock.
CREATE OR REPLACE FUNCTION increment_session_revisions(session_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE next_rev bigint;
BEGIN
  PERFORM FROM session_states WHERE session_id = ANY (session_ids) ORDER BY session_id FOR UPDATE;
  IF FOUND THEN
    UPDATE company_revisions SET rev = rev + 1 RETURNING rev INTO next_rev;
    UPDATE session_states SET rev = next_rev WHERE session_id = ANY (session_ids);
  END IF;
END $$;
