-- A test can expect that the AI suggests pages.
ALTER TABLE answer_tests ADD COLUMN must_suggest boolean NOT NULL DEFAULT false;
