-- How often a process has tried to answer the question `reply_claimed_seq`, so that a question that cannot be answered goes to
-- a person, also when each attempt ends with its process.
ALTER TABLE session_states ADD COLUMN reply_attempt_count integer NOT NULL DEFAULT 0;
-- To find questions of any company that no process has claimed.
GRANT SELECT (reply_claimed_seq, reply_claimed_until) ON session_states TO aichat_lookup;
