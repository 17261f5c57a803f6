-- Up to which message the visitor has read the conversation, and when they read the newest of them.
ALTER TABLE sessions ADD COLUMN visitor_read_seq integer NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN visitor_read_at timestamptz;
