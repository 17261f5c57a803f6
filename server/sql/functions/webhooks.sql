-- The transactional outbox of webhooks: triggers write an event and its deliveries in the transaction of the change, so that
-- an event exists exactly if the change was committed, whichever code made it.

-- In PL/pgSQL, because a SQL function is planned again for each statement whose trigger calls it, and this one is called for
-- every batch of messages.
CREATE OR REPLACE FUNCTION has_webhook_subscription(company uuid, event_type text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM webhooks w WHERE w.company_id = company AND w.is_enabled AND event_type = ANY (w.events));
END $$;

CREATE OR REPLACE FUNCTION enqueue_webhook_event(company uuid, session uuid, event_type text, payload jsonb)
RETURNS void LANGUAGE sql AS $$
  WITH event AS (
    INSERT INTO webhook_events (id, company_id, session_id, type, data, created_at)
    VALUES (gen_random_uuid(), company, session, event_type, payload, clock_timestamp()) RETURNING id, created_at
  )
  INSERT INTO webhook_deliveries (id, company_id, webhook_id, event_id, created_at)
  SELECT gen_random_uuid(), company, w.id, event.id, event.created_at FROM event, (
    -- Waits for a concurrent deletion of a webhook: a foreign key violation must not fail the message.
    SELECT id FROM webhooks
    WHERE company_id = company AND is_enabled AND event_type = ANY (events) ORDER BY id FOR KEY SHARE
  ) w
$$;

CREATE OR REPLACE FUNCTION webhook_conversation_payload(session uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sessionId', d.id, 'projectId', d.project_id, 'status', s.status,
    'visitor', jsonb_build_object('name', d.visitor_name, 'email', d.visitor_email, 'phone', d.visitor_phone,
      'externalId', d.visitor_external_id))
  FROM sessions d JOIN session_states s ON s.session_id = d.id WHERE d.id = session
$$;

CREATE OR REPLACE FUNCTION enqueue_message_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE company uuid := current_company();
BEGIN
  IF company IS NULL OR NOT has_webhook_subscription(company, 'message.created') THEN RETURN NULL; END IF;
  PERFORM enqueue_webhook_event(company, m.session_id, 'message.created', jsonb_build_object(
    'conversation', webhook_conversation_payload(m.session_id),
    'message', jsonb_build_object(
      'id', m.id, 'seq', m.seq, 'from', CASE m.sender_kind WHEN 'ai' THEN 'agent' ELSE m.sender_kind END,
      'isAi', m.sender_kind = 'ai', 'agent', CASE m.sender_kind WHEN 'agent' THEN m.sender_name END,
      'kind', m.meta -> 'kind', 'text', m.text, 'attachments', coalesce(m.attachments, '[]'),
      'createdAt', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
  FROM (SELECT * FROM added ORDER BY session_id, seq) m;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION enqueue_conversation_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE event_type text;
BEGIN
  FOREACH event_type IN ARRAY ARRAY[
    CASE WHEN OLD.last_seq = 0 AND NEW.last_seq > 0 THEN 'conversation.started' END,
    CASE WHEN NOT OLD.needs_human AND NEW.needs_human THEN 'conversation.needs_human' END,
    CASE WHEN OLD.status = 'active' AND NEW.status <> 'active' AND NEW.last_seq > 0 THEN 'conversation.closed' END
  ] LOOP
    IF event_type IS NOT NULL AND has_webhook_subscription(NEW.company_id, event_type) THEN
      PERFORM enqueue_webhook_event(NEW.company_id, NEW.session_id, event_type,
        jsonb_build_object('conversation', webhook_conversation_payload(NEW.session_id)));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION enqueue_rating_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_webhook_subscription(NEW.company_id, 'rating.created') THEN
    PERFORM enqueue_webhook_event(NEW.company_id, NEW.id, 'rating.created', jsonb_build_object(
      'conversation', webhook_conversation_payload(NEW.id), 'messageId', NULL,
      'rating', NEW.rating, 'comment', coalesce(NEW.rating_comment, '')));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION enqueue_reply_rating_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_webhook_subscription(NEW.company_id, 'rating.created') THEN
    PERFORM enqueue_webhook_event(NEW.company_id, NEW.session_id, 'rating.created', jsonb_build_object(
      'conversation', webhook_conversation_payload(NEW.session_id), 'messageId', NEW.id,
      'rating', NEW.meta -> 'feedback' -> 'rating', 'comment', NEW.meta -> 'feedback' -> 'comment'));
  END IF;
  RETURN NULL;
END $$;
