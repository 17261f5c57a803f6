-- Reports count conversations by label too.
ALTER TABLE session_facts
  -- In the order of their ids.
  ADD COLUMN label_ids uuid[] NOT NULL DEFAULT '{}';

-- Which conversations are counted: '*' for all, a language, or the id of a label.
ALTER TABLE report_counts RENAME COLUMN language TO segment;
-- Created again with this name of its parameter.
DROP FUNCTION IF EXISTS is_counted_in(text, uuid, text);
