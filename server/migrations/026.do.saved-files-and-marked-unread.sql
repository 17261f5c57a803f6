-- A saved reply carries files. It is the company's, of no project; until one names it, an upload is its member's.
ALTER TABLE saved_replies ADD UNIQUE (company_id, id);
ALTER TABLE files
  DROP CONSTRAINT files_purpose_check,
  ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('knowledge', 'attachment', 'saved_reply')),
  ADD COLUMN saved_reply_id uuid,
  ADD COLUMN position integer, -- among the files of its saved reply
  ADD FOREIGN KEY (company_id, saved_reply_id) REFERENCES saved_replies (company_id, id)
    ON DELETE SET NULL (saved_reply_id);
CREATE INDEX files_saved_reply ON files (saved_reply_id) WHERE saved_reply_id IS NOT NULL;

DROP INDEX files_without_owner;
CREATE INDEX files_without_owner ON files (created_at)
  WHERE (project_id IS NULL AND purpose <> 'saved_reply') OR used_at IS NULL
    OR (item_id IS NULL AND session_id IS NULL AND saved_reply_id IS NULL);
DROP POLICY lookup ON files;
GRANT SELECT (purpose, saved_reply_id) ON files TO aichat_lookup;
CREATE POLICY lookup ON files FOR SELECT TO aichat_lookup
  USING ((project_id IS NULL AND purpose <> 'saved_reply') OR used_at IS NULL
    OR (item_id IS NULL AND session_id IS NULL AND saved_reply_id IS NULL));

-- An agent wants to come back to it: one of the unread messages was read, and its visitor was told so.
ALTER TABLE session_states ADD COLUMN marked_unread boolean NOT NULL DEFAULT false;
