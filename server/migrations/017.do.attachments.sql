-- What is sent in a conversation. An upload belongs to who sent it up until a message carries it: a member for one
-- conversation, or a visitor, who may have none yet.
ALTER TABLE files
  ADD COLUMN purpose text NOT NULL DEFAULT 'knowledge' CHECK (purpose IN ('knowledge', 'attachment')),
  ADD COLUMN session_id uuid,
  ADD COLUMN user_id uuid,
  ADD COLUMN visitor_id uuid,
  ADD FOREIGN KEY (company_id, project_id, session_id) REFERENCES sessions (company_id, project_id, id)
    ON DELETE SET NULL (session_id),
  ADD FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE SET NULL (user_id),
  ADD FOREIGN KEY (company_id, project_id, visitor_id) REFERENCES visitors (company_id, project_id, id)
    ON DELETE SET NULL (visitor_id);
CREATE INDEX files_session ON files (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX files_user ON files (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX files_visitor ON files (visitor_id) WHERE visitor_id IS NOT NULL;

-- What may have to be removed: it lost its owner, or nobody has used it yet.
DROP INDEX files_without_owner;
CREATE INDEX files_without_owner ON files (created_at)
  WHERE project_id IS NULL OR used_at IS NULL OR (item_id IS NULL AND session_id IS NULL);
DROP POLICY lookup ON files;
GRANT SELECT (session_id) ON files TO aichat_lookup;
CREATE POLICY lookup ON files FOR SELECT TO aichat_lookup
  USING (project_id IS NULL OR used_at IS NULL OR (item_id IS NULL AND session_id IS NULL));

-- What a message carries, as it is told; null for the many that carry nothing.
ALTER TABLE messages ADD COLUMN attachments jsonb;
