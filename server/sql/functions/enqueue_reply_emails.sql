-- An agent's message to a visitor with an email address may have to be emailed, and an AI reply to a question that came by email. A
-- minute lets messages in succession share an email. The time of an attempt that has been scheduled is not brought forward.
CREATE OR REPLACE FUNCTION enqueue_reply_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE sender_kind IN ('agent', 'ai')) THEN RETURN NULL; END IF;
  INSERT INTO reply_emails AS r (company_id, session_id, due_at)
  SELECT DISTINCT d.company_id, d.id, now() + interval '1 minute'
  FROM added m JOIN sessions d ON d.id = m.session_id
  WHERE d.visitor_email IS NOT NULL AND (m.sender_kind = 'agent' OR m.sender_kind = 'ai' AND 'email' = (
    SELECT q.meta ->> 'channel' FROM messages q
    WHERE q.session_id = m.session_id AND q.sender_kind = 'visitor' AND q.seq < m.seq ORDER BY q.seq DESC LIMIT 1))
  ORDER BY d.id
  ON CONFLICT (session_id) DO UPDATE SET due_at = greatest(r.due_at, excluded.due_at);
  RETURN NULL;
END $$;
