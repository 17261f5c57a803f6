-- For how many days a project keeps a conversation that is over; null: for ever.
ALTER TABLE projects ADD COLUMN retention_days integer CHECK (retention_days BETWEEN 1 AND 3650);
GRANT SELECT (retention_days) ON projects TO aichat_lookup;
CREATE INDEX session_states_over ON session_states (project_id, last_message_at)
  WHERE status <> 'active' OR last_seq = 0;
CREATE INDEX visitors_email ON visitors (company_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX sessions_visitor_email ON sessions (company_id, lower(visitor_email)) WHERE visitor_email IS NOT NULL;
