-- Since when the question `unanswered_seq` is pending, by the clock of the database, which all processes share.
ALTER TABLE session_states ADD COLUMN unanswered_at timestamptz;
