-- An uploaded logo of a widget. It is in use while the draft or a release names its address, and no column has its owner.
ALTER TABLE files
  DROP CONSTRAINT files_purpose_check,
  ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('knowledge', 'attachment', 'saved_reply', 'logo'));

-- A logo in use has none of the owners below. The policy hides it from the sweep, also from that of the version before, which would
-- delete it.
DROP INDEX files_orphaned;
CREATE INDEX files_orphaned ON files (created_at)
  WHERE (project_id IS NULL AND purpose <> 'saved_reply') OR used_at IS NULL
    OR (purpose <> 'logo' AND item_id IS NULL AND session_id IS NULL AND saved_reply_id IS NULL);
DROP POLICY lookup ON files;
CREATE POLICY lookup ON files FOR SELECT TO aichat_lookup
  USING ((project_id IS NULL AND purpose <> 'saved_reply') OR used_at IS NULL
    OR (purpose <> 'logo' AND item_id IS NULL AND session_id IS NULL AND saved_reply_id IS NULL));

-- Browsers load a logo by its id alone. Only the row that the transaction names becomes visible, so that the sweep sees no other.
CREATE POLICY lookup_logo ON files FOR SELECT TO aichat_lookup
  USING (purpose = 'logo' AND id = nullif(current_setting('app.widget_file', true), '')::uuid);
CREATE INDEX files_logo ON files (project_id) WHERE purpose = 'logo';
