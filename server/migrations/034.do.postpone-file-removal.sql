-- A file whose object could not be removed is tried again later, so that it does not stop the removal of other files.
ALTER TABLE files
  ADD COLUMN removal_failures integer NOT NULL DEFAULT 0,
  ADD COLUMN removal_retry_at timestamptz;
GRANT SELECT (removal_retry_at) ON files TO aichat_lookup;
