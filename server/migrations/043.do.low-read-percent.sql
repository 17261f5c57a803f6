-- How much of a page's visible text was read, in percent, when content may be missing.
ALTER TABLE knowledge_items ADD COLUMN low_read_percent smallint;
