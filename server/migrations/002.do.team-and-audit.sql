-- People who were asked to join. They are no users yet: an invitation holds no address back from anyone, and several
-- companies may ask the same person. Joining makes the user, under the invitation's id.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('Owner', 'Admin', 'Agent')),
  token_hash text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, email_key)
);

CREATE TABLE password_resets (
  token_hash text PRIMARY KEY,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX password_resets_user ON password_resets (company_id, user_id);

-- Who did what. It names people and things as they were called then, and outlives them.
CREATE TABLE audit_events (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  happened_at timestamptz NOT NULL DEFAULT now(),
  user_id uuid,
  user_name text,
  action text NOT NULL,
  subject jsonb,
  address text NOT NULL
);
CREATE INDEX audit_events_newest ON audit_events (company_id, happened_at DESC, id DESC);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['invitations', 'password_resets', 'audit_events'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY one_company ON %I FOR ALL TO aichat_app
         USING (company_id = current_company()) WITH CHECK (company_id = current_company())', name);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON invitations, password_resets TO aichat_app;
-- The log is only ever appended to.
GRANT SELECT, INSERT ON audit_events TO aichat_app;

GRANT SELECT (company_id, token_hash) ON invitations TO aichat_lookup;
CREATE POLICY lookup ON invitations FOR SELECT TO aichat_lookup USING (true);
GRANT SELECT (company_id, token_hash) ON password_resets TO aichat_lookup;
CREATE POLICY lookup ON password_resets FOR SELECT TO aichat_lookup USING (true);
