-- Which process writes the reply that a visitor waits for, so that a model is asked once. A process that ended in the middle
-- holds it until the time is over.
ALTER TABLE session_states
  ADD COLUMN reply_claimed_seq integer,
  ADD COLUMN reply_claimed_until timestamptz;
