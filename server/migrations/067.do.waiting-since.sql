-- When the visitor sent the first message that neither the team nor the AI has answered; null when none waits for an answer.
ALTER TABLE session_states ADD COLUMN waiting_since timestamptz;

-- The conversations that wait for the team are a superset of those that need a person, so one index serves both.
DROP INDEX session_states_needs_human;
CREATE INDEX session_states_needs_team ON session_states (company_id, status, last_message_at DESC, session_id DESC)
  WHERE needs_human OR (waiting_since IS NOT NULL AND unanswered_seq IS NULL);

-- The conversations that the AI has answered are counted often, and may be few among many.
CREATE INDEX session_states_answered_by_ai ON session_states (company_id, last_message_at DESC, session_id DESC)
  WHERE status = 'active' AND last_message_from = 'ai' AND NOT needs_human;

-- The owner of a table bypasses its policy only where that is not forced.
ALTER TABLE session_states NO FORCE ROW LEVEL SECURITY;
ALTER TABLE messages NO FORCE ROW LEVEL SECURITY;
ALTER TABLE session_states DISABLE TRIGGER USER;
UPDATE session_states s SET waiting_since = (
  SELECT min(m.created_at) FROM messages m
  WHERE m.session_id = s.session_id AND m.sender_kind = 'visitor' AND m.seq > coalesce((
    SELECT max(a.seq) FROM messages a WHERE a.session_id = s.session_id AND a.sender_kind IN ('agent', 'ai')), 0))
WHERE s.status = 'active' AND s.last_message_from IN ('visitor', 'system');
ALTER TABLE session_states ENABLE TRIGGER USER;
ALTER TABLE messages FORCE ROW LEVEL SECURITY;
ALTER TABLE session_states FORCE ROW LEVEL SECURITY;
