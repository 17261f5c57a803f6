-- The chat name that a project started with: renaming the project is no edit of its widget. Null for older projects.
ALTER TABLE widgets ADD COLUMN initial_chat_name text;
-- When the AI first answered a visitor of the project. It stays after the conversation is deleted.
ALTER TABLE projects ADD COLUMN first_answered_at timestamptz;
UPDATE projects p SET first_answered_at = s.answered_at
  FROM (SELECT project_id, min(last_ai_at) AS answered_at FROM session_states GROUP BY project_id) s
  WHERE s.project_id = p.id;
