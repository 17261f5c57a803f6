-- What the model says about an answer that changes: better, worse or different. Null where it was not asked or failed.
ALTER TABLE replay_questions ADD COLUMN model_verdict text;
