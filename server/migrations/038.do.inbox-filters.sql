-- The inbox is filtered by assignee: an agent's conversations are read in the order of the list.
DROP INDEX session_states_assignee;
CREATE INDEX session_states_assignee ON session_states (company_id, assigned_agent_id, last_message_at DESC, session_id DESC)
  WHERE assigned_agent_id IS NOT NULL;
GRANT SELECT (assigned_agent_id) ON session_states TO aichat_search;

-- The last message that is not a hand-over, while a hand-over is the last message; otherwise null.
ALTER TABLE session_states ADD COLUMN last_person_message text;
