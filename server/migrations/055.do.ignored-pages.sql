-- Pages that a person does not want to be offered again.
ALTER TABLE source_pages ADD COLUMN ignored_at timestamptz;
