-- The dispatcher of webhook deliveries sends one delivery at a time to an endpoint that fails.
GRANT SELECT (id, failing_since) ON webhooks TO aichat_lookup;
CREATE POLICY lookup ON webhooks FOR SELECT TO aichat_lookup USING (true);
