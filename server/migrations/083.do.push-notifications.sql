-- For the foreign key of push_devices.
ALTER TABLE sign_ins ADD CONSTRAINT sign_ins_company_id UNIQUE (company_id, id);

-- A user without a row has the defaults.
CREATE TABLE notification_settings (
  company_id uuid NOT NULL,
  user_id uuid PRIMARY KEY,
  mentions boolean NOT NULL,
  assigned boolean NOT NULL,
  needs_person boolean NOT NULL,
  -- Times of day with a time zone, or null.
  quiet_hours jsonb,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
ALTER TABLE notification_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON notification_settings FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_settings TO aichat_app;

-- Browsers with a push subscription. They belong to a sign-in, and get nothing once it has ended.
CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  sign_in_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  -- The application server key with which the browser subscribed.
  public_key text NOT NULL,
  name text,
  -- "Do not disturb" is on in the browser.
  is_paused boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_sent_at timestamptz,
  UNIQUE (company_id, id),
  UNIQUE (company_id, endpoint),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, sign_in_id) REFERENCES sign_ins (company_id, id) ON DELETE CASCADE
);
CREATE INDEX push_devices_user ON push_devices (company_id, user_id);
CREATE INDEX push_devices_sign_in ON push_devices (company_id, sign_in_id);
ALTER TABLE push_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_devices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON push_devices FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON push_devices TO aichat_app;

-- What members of the team may have to be notified of. After a few seconds, an event becomes a notification for each device.
CREATE TABLE notification_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('mention', 'assigned', 'message', 'needs_person')),
  -- Null for all members.
  user_id uuid,
  due_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_events_due ON notification_events (due_at);
CREATE INDEX notification_events_session ON notification_events (company_id, session_id);
ALTER TABLE notification_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON notification_events FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_events TO aichat_app;
GRANT SELECT (company_id, due_at) ON notification_events TO aichat_lookup;
CREATE POLICY lookup ON notification_events FOR SELECT TO aichat_lookup USING (true);

-- What is sent to each device.
CREATE TABLE push_notifications (
  company_id uuid NOT NULL,
  device_id uuid NOT NULL,
  session_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('mention', 'assigned', 'message', 'needs_person')),
  -- When to send it; while a process sends it, and after a failure, the next attempt. Null when there is nothing to send.
  due_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  PRIMARY KEY (device_id, session_id, reason),
  FOREIGN KEY (company_id, device_id) REFERENCES push_devices (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);
CREATE INDEX push_notifications_due ON push_notifications (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX push_notifications_session ON push_notifications (company_id, session_id);
ALTER TABLE push_notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON push_notifications FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON push_notifications TO aichat_app;
GRANT SELECT (company_id, device_id, due_at) ON push_notifications TO aichat_lookup;
CREATE POLICY lookup ON push_notifications FOR SELECT TO aichat_lookup USING (true);

-- Replaced by server/sql/functions/enqueue_notification_events.sql.
CREATE FUNCTION enqueue_mention_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER enqueue_mention_event_on_insert AFTER INSERT ON mentions
  FOR EACH ROW EXECUTE FUNCTION enqueue_mention_event();

-- The condition keeps the function out of most updates, such as those of each message to the AI.
CREATE FUNCTION enqueue_session_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER enqueue_session_events_on_update AFTER UPDATE ON session_states FOR EACH ROW
  WHEN (
    (NEW.needs_human OR NEW.waiting_since IS NOT NULL AND NEW.unanswered_seq IS NULL)
      AND NOT (OLD.needs_human OR OLD.waiting_since IS NOT NULL AND OLD.unanswered_seq IS NULL)
    OR NEW.assigned_agent_id IS NOT NULL AND NEW.last_seq > OLD.last_seq AND NEW.unread_count > OLD.unread_count
    OR NEW.is_assignment_new AND (NOT OLD.is_assignment_new OR NEW.assigned_agent_id <> OLD.assigned_agent_id)
  ) EXECUTE FUNCTION enqueue_session_events();
