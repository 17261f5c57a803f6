-- Links that open one conversation without the visitor's own token.
CREATE TABLE conversation_links (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  visitor_id uuid NOT NULL,
  session_id uuid NOT NULL,
  token_hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_links_session ON conversation_links (company_id, session_id);
CREATE INDEX conversation_links_expiry ON conversation_links (expires_at);
ALTER TABLE conversation_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversation_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON conversation_links FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON conversation_links TO aichat_app;
GRANT SELECT (company_id, project_id, visitor_id, session_id, token_hash, expires_at) ON conversation_links TO aichat_lookup;
CREATE POLICY lookup ON conversation_links FOR SELECT TO aichat_lookup USING (true);

-- A company without a row has the defaults.
CREATE TABLE email_settings (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  sends_replies boolean NOT NULL DEFAULT true,
  reply_delay_minutes integer NOT NULL DEFAULT 10 CHECK (reply_delay_minutes BETWEEN 1 AND 1440),
  -- Null for the name of the company.
  sender_name text
);
ALTER TABLE email_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON email_settings FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON email_settings TO aichat_app;

-- Conversations in which a person of the company has written to a visitor with an email address.
CREATE TABLE reply_emails (
  company_id uuid NOT NULL,
  session_id uuid PRIMARY KEY,
  -- When to check whether unread messages must be emailed; while a process sends them, and after a failure, the next attempt.
  due_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- The email that is being sent, with the messages up to this one. Repeated attempts have the same Message-ID.
  email_id uuid,
  through_seq integer,
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);
CREATE INDEX reply_emails_due ON reply_emails (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE reply_emails ENABLE ROW LEVEL SECURITY;
ALTER TABLE reply_emails FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON reply_emails FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON reply_emails TO aichat_app;
GRANT SELECT (company_id, session_id, due_at) ON reply_emails TO aichat_lookup;
CREATE POLICY lookup ON reply_emails FOR SELECT TO aichat_lookup USING (true);

-- Emails of the last day, to limit how many an address gets.
CREATE TABLE sent_emails (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  address_hash text NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX sent_emails_address ON sent_emails (company_id, address_hash, sent_at);
ALTER TABLE sent_emails ENABLE ROW LEVEL SECURITY;
ALTER TABLE sent_emails FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON sent_emails FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON sent_emails TO aichat_app;

-- Addresses that have unsubscribed from the emails of a company.
CREATE TABLE email_opt_outs (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  address_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, address_hash)
);
ALTER TABLE email_opt_outs ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_opt_outs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON email_opt_outs FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON email_opt_outs TO aichat_app;

-- Up to which message the visitor got an email.
ALTER TABLE sessions ADD COLUMN emailed_seq integer NOT NULL DEFAULT 0;

-- Replaced by server/sql/functions/enqueue_reply_emails.sql.
CREATE FUNCTION enqueue_reply_emails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER enqueue_reply_emails_on_insert AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION enqueue_reply_emails();
