-- Conversations are counted by the topic of the question because of which they were first handed over.
ALTER TABLE unanswered_questions
  -- The first message of the conversation that was first handed over because of the question, and the day on which it began. Null where it
  -- was handed over before, or not at all.
  ADD COLUMN handed_over_seq integer,
  ADD COLUMN handed_over_day date;
ALTER TABLE topic_counts
  ADD COLUMN handed_over integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT topic_counts_pkey,
  -- Sums of a period are read from the index alone.
  ADD PRIMARY KEY (company_id, segment, unit, day, project_id, topic_id) INCLUDE (total, handed_over);

-- Created again with other columns.
DROP FUNCTION IF EXISTS list_question_scopes(unanswered_questions);
