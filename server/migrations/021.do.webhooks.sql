-- Where a company's own programs are told what happens. The secrets are sealed, because the server signs with them.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL,
  is_enabled boolean NOT NULL DEFAULT true,
  problem text CHECK (problem IN ('gone', 'failing')), -- why it was switched off by itself
  failing_since timestamptz, -- the first failure after the last success
  sealed_secret text NOT NULL,
  old_sealed_secret text,
  old_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id)
);
CREATE INDEX webhooks_company ON webhooks (company_id, created_at DESC, id DESC);

-- What happened, as it is told. It goes with its conversation.
CREATE TABLE webhook_events (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  session_id uuid, -- null for an event that was asked for to try the address
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_events_session ON webhook_events (session_id);
CREATE INDEX webhook_events_age ON webhook_events (created_at);

-- One event on its way to one address: what is pending is the outbox, and the rest is the log.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  claimed_until timestamptz, -- a job has it in hand
  attempted_at timestamptz,
  response_code integer,
  response_text text,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, event_id) REFERENCES webhook_events (company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhooks', 'webhook_events', 'webhook_deliveries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY one_company ON %I FOR ALL TO aichat_app
         USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;
GRANT SELECT (id, company_id, webhook_id, status, next_attempt_at, claimed_until) ON webhook_deliveries
  TO aichat_lookup;
CREATE POLICY lookup ON webhook_deliveries FOR SELECT TO aichat_lookup USING (status = 'pending');
GRANT SELECT (company_id, created_at) ON webhook_events TO aichat_lookup;
CREATE POLICY lookup ON webhook_events FOR SELECT TO aichat_lookup USING (true);

-- Written by triggers, so that no way in which a conversation changes can forget it, and in the same transaction: what
-- is told has happened, and what has happened is told.
CREATE FUNCTION is_told(company uuid, kind text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhooks w WHERE w.company_id = company AND w.is_enabled AND kind = ANY (w.events))
$$;

CREATE FUNCTION tell_webhooks(company uuid, session uuid, kind text, told jsonb) RETURNS void LANGUAGE sql AS $$
  WITH event AS (
    INSERT INTO webhook_events (id, company_id, session_id, type, data, created_at)
    VALUES (gen_random_uuid(), company, session, kind, told, clock_timestamp()) RETURNING id, created_at
  )
  INSERT INTO webhook_deliveries (id, company_id, webhook_id, event_id, created_at)
  SELECT gen_random_uuid(), company, w.id, event.id, event.created_at FROM event, (
    -- One that is being removed is waited for, and then not there: a message must not fail for it.
    SELECT id FROM webhooks
    WHERE company_id = company AND is_enabled AND kind = ANY (events) ORDER BY id FOR KEY SHARE
  ) w
$$;

CREATE FUNCTION told_conversation(session uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sessionId', d.id, 'projectId', d.project_id, 'status', s.status,
    'visitor', jsonb_build_object('name', d.visitor_name, 'email', d.visitor_email, 'phone', d.visitor_phone,
      'externalId', d.visitor_external_id))
  FROM sessions d JOIN session_states s ON s.session_id = d.id WHERE d.id = session
$$;

CREATE FUNCTION tell_of_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE company uuid := current_company();
BEGIN
  IF company IS NULL OR NOT is_told(company, 'message.created') THEN RETURN NULL; END IF;
  PERFORM tell_webhooks(company, m.session_id, 'message.created', jsonb_build_object(
    'conversation', told_conversation(m.session_id),
    'message', jsonb_build_object(
      'id', m.id, 'seq', m.seq, 'from', CASE m.sender_kind WHEN 'ai' THEN 'agent' ELSE m.sender_kind END,
      'isAi', m.sender_kind = 'ai', 'agent', CASE m.sender_kind WHEN 'agent' THEN m.sender_name END,
      'text', m.text, 'attachments', coalesce(m.attachments, '[]'),
      'createdAt', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
  FROM (SELECT * FROM added ORDER BY session_id, seq) m;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_told AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_of_messages();

CREATE FUNCTION tell_of_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE kind text;
BEGIN
  FOREACH kind IN ARRAY ARRAY[
    CASE WHEN OLD.last_seq = 0 AND NEW.last_seq > 0 THEN 'conversation.started' END,
    CASE WHEN NOT OLD.needs_human AND NEW.needs_human THEN 'conversation.needs_human' END,
    CASE WHEN OLD.status = 'active' AND NEW.status <> 'active' AND NEW.last_seq > 0 THEN 'conversation.closed' END
  ] LOOP
    IF kind IS NOT NULL AND is_told(NEW.company_id, kind) THEN
      PERFORM tell_webhooks(NEW.company_id, NEW.session_id, kind,
        jsonb_build_object('conversation', told_conversation(NEW.session_id)));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER session_told AFTER UPDATE ON session_states
  FOR EACH ROW WHEN ((OLD.last_seq = 0 AND NEW.last_seq > 0) OR (NOT OLD.needs_human AND NEW.needs_human)
    OR (OLD.status = 'active' AND NEW.status <> 'active'))
  EXECUTE FUNCTION tell_of_conversation();

CREATE FUNCTION tell_of_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_told(NEW.company_id, 'rating.created') THEN
    PERFORM tell_webhooks(NEW.company_id, NEW.id, 'rating.created', jsonb_build_object(
      'conversation', told_conversation(NEW.id), 'messageId', NULL,
      'rating', NEW.rating, 'comment', coalesce(NEW.rating_comment, '')));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER session_rated AFTER UPDATE OF rating, rating_comment ON sessions
  FOR EACH ROW WHEN (NEW.rating IS NOT NULL
    AND (OLD.rating, OLD.rating_comment) IS DISTINCT FROM (NEW.rating, NEW.rating_comment))
  EXECUTE FUNCTION tell_of_rating();

CREATE FUNCTION tell_of_reply_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_told(NEW.company_id, 'rating.created') THEN
    PERFORM tell_webhooks(NEW.company_id, NEW.session_id, 'rating.created', jsonb_build_object(
      'conversation', told_conversation(NEW.session_id), 'messageId', NEW.id,
      'rating', NEW.meta -> 'feedback' -> 'rating', 'comment', NEW.meta -> 'feedback' -> 'comment'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER message_rated AFTER UPDATE OF meta ON messages
  FOR EACH ROW WHEN (NEW.meta ? 'feedback' AND NEW.meta -> 'feedback' IS DISTINCT FROM OLD.meta -> 'feedback')
  EXECUTE FUNCTION tell_of_reply_rating();
