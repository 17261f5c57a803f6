-- Who turned auto-reply off by answering: `{ "userId", "name" }`; null while it is on or where the switch decided.
ALTER TABLE session_states ADD COLUMN auto_reply_off_by jsonb;
-- After this time without a message of an agent, auto-reply is turned on again; 0 for never.
ALTER TABLE session_states ADD COLUMN auto_reply_resume_minutes integer NOT NULL DEFAULT 0;
ALTER TABLE session_states ADD COLUMN last_agent_at timestamptz;
-- The visitor has asked for a person since an agent last wrote.
ALTER TABLE session_states ADD COLUMN person_requested boolean NOT NULL DEFAULT false;
-- What the visitor has seen since the first message that the AI could not answer: an acknowledgement, or the mark "pending" on
-- a message. An answer or an agent's message sets it to null.
ALTER TABLE session_states ADD COLUMN unanswered_stretch text
  CONSTRAINT session_states_unanswered_stretch CHECK (unanswered_stretch IN ('acknowledged', 'pending'));

CREATE INDEX session_states_auto_reply_resume ON session_states (session_id)
  WHERE auto_reply_resume_minutes > 0 AND status = 'active';
-- To find conversations of any company whose auto-reply is due to be turned on again.
GRANT SELECT (auto_reply_resume_minutes, last_agent_at) ON session_states TO aichat_lookup;

-- Drafts and releases get the default of the new settings. The owner of a table bypasses its policy only where that is not forced.
ALTER TABLE widgets NO FORCE ROW LEVEL SECURITY;
UPDATE widgets SET behavior = '{"manualOnReply": true, "autoReplyResumeMinutes": 0}' || behavior;
ALTER TABLE widgets FORCE ROW LEVEL SECURITY;
ALTER TABLE releases NO FORCE ROW LEVEL SECURITY;
UPDATE releases SET config = jsonb_set(config, '{behavior}',
  '{"manualOnReply": true, "autoReplyResumeMinutes": 0}' || (config -> 'behavior'));
ALTER TABLE releases FORCE ROW LEVEL SECURITY;
