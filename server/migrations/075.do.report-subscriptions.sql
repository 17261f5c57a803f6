-- Members of the team who get the weekly report by email.
CREATE TABLE report_subscriptions (
  company_id uuid NOT NULL,
  user_id uuid PRIMARY KEY,
  -- While a process sends the report, and after a failure, the next attempt.
  next_at timestamptz NOT NULL,
  -- Attempts since the last success.
  attempts integer NOT NULL DEFAULT 0,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX report_subscriptions_due ON report_subscriptions (next_at);
ALTER TABLE report_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON report_subscriptions FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON report_subscriptions TO aichat_app;
GRANT SELECT (company_id, user_id, next_at) ON report_subscriptions TO aichat_lookup;
CREATE POLICY lookup ON report_subscriptions FOR SELECT TO aichat_lookup USING (true);
