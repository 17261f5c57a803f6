-- A project or label with very many conversations is marked, disappears at once, and is removed in batches by a job.
ALTER TABLE projects ADD COLUMN deletion_requested_at timestamptz;
CREATE INDEX projects_deletion ON projects (company_id) WHERE deletion_requested_at IS NOT NULL;
GRANT SELECT (deletion_requested_at) ON projects TO aichat_lookup;

ALTER TABLE labels ADD COLUMN deletion_requested_at timestamptz;
DROP INDEX labels_name;
CREATE UNIQUE INDEX labels_name ON labels (company_id, lower(name)) WHERE deletion_requested_at IS NULL;
GRANT SELECT (id, company_id, deletion_requested_at) ON labels TO aichat_lookup;
CREATE POLICY lookup ON labels FOR SELECT TO aichat_lookup USING (deletion_requested_at IS NOT NULL);

-- The revision at which conversations were last removed. A client that synchronized before it must reload its lists.
ALTER TABLE company_revisions ADD COLUMN removed_rev bigint NOT NULL DEFAULT 0;

-- Removing a member unassigns their conversations and deletes their mentions.
CREATE INDEX session_states_assignee ON session_states (company_id, assigned_agent_id)
  WHERE assigned_agent_id IS NOT NULL;
CREATE INDEX mentions_user ON mentions (user_id);
