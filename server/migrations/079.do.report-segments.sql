-- Unanswered questions, members of the team and sources are counted by language and by label too.
ALTER TABLE unanswered_questions
  -- Those of the conversation, like in session_facts.
  ADD COLUMN language text NOT NULL DEFAULT '',
  ADD COLUMN label_ids uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE topic_counts
  -- Which questions are counted: '*' for all, a language, or the id of a label.
  ADD COLUMN segment text NOT NULL DEFAULT '*',
  DROP CONSTRAINT topic_counts_pkey,
  -- Sums of a period are read from the index alone.
  ADD PRIMARY KEY (company_id, segment, unit, day, project_id, topic_id) INCLUDE (total);
ALTER TABLE topic_counts ALTER COLUMN segment DROP DEFAULT;
DROP INDEX topic_counts_topic;
CREATE INDEX topic_counts_topic ON topic_counts (topic_id, segment, unit, day) INCLUDE (total, company_id);

-- Until the language of a question is derived again, it counts as unknown.
ALTER TABLE topic_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO topic_counts (company_id, unit, day, project_id, topic_id, segment, total)
  SELECT company_id, unit, day, project_id, topic_id, '', total FROM topic_counts;
ALTER TABLE topic_counts FORCE ROW LEVEL SECURITY;

-- All facts are derived again, because their sums by language and label lack members of the team and sources.
TRUNCATE session_facts, report_counts, report_distributions, session_facts_progress;

-- Created again without its last parameter.
DROP FUNCTION IF EXISTS is_counted_in(text, uuid, text);
