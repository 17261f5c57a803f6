-- Emails that visitors have sent as replies: those that became messages, and those that wait for a decision of the team.
CREATE TABLE inbound_emails (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- The Message-ID, or a hash of an email without one. An email is stored once.
  key text NOT NULL,
  status text NOT NULL CHECK (status IN ('accepted', 'held', 'dismissed')),
  -- Why the email was held.
  reason text,
  -- The message of an accepted email.
  message_id uuid,
  from_address text NOT NULL,
  from_name text,
  subject text NOT NULL,
  -- The whole text, and the part that the sender wrote.
  text text NOT NULL,
  reply_text text NOT NULL,
  attachment_names text[] NOT NULL,
  -- A held email, to read its files when it is accepted.
  source bytea,
  received_at timestamptz NOT NULL,
  UNIQUE (company_id, session_id, key),
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);
CREATE INDEX inbound_emails_held ON inbound_emails (company_id, received_at) WHERE status = 'held';
CREATE INDEX inbound_emails_message ON inbound_emails (company_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbound_emails_sender ON inbound_emails (company_id, lower(from_address));
ALTER TABLE inbound_emails ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbound_emails FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON inbound_emails FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON inbound_emails TO aichat_app;
