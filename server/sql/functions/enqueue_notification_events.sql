-- Five seconds let a member of the team open the conversation first. One row, whatever the size of the team: the devices are looked up in the
-- background, because the triggers run in the transaction of a message.

CREATE OR REPLACE FUNCTION enqueue_notification_event(company uuid, session uuid, why text, recipient uuid)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notification_events (company_id, session_id, reason, user_id, due_at)
  SELECT company, session, why, recipient, now() + interval '5 seconds'
  WHERE EXISTS (SELECT FROM push_devices WHERE company_id = company AND (recipient IS NULL OR user_id = recipient));
END $$;

CREATE OR REPLACE FUNCTION enqueue_mention_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_notification_event(NEW.company_id, n.session_id, 'mention', NEW.user_id) FROM notes n WHERE n.id = NEW.note_id;
  RETURN NULL;
END $$;

-- The trigger has checked that there is a reason.
CREATE OR REPLACE FUNCTION enqueue_session_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_waiting boolean := NEW.needs_human OR NEW.waiting_since IS NOT NULL AND NEW.unanswered_seq IS NULL;
  was_waiting boolean := OLD.needs_human OR OLD.waiting_since IS NOT NULL AND OLD.unanswered_seq IS NULL;
BEGIN
  IF NEW.is_assignment_new AND (NOT OLD.is_assignment_new OR NEW.assigned_agent_id <> OLD.assigned_agent_id) THEN
    PERFORM enqueue_notification_event(NEW.company_id, NEW.session_id, 'assigned', NEW.assigned_agent_id);
  END IF;
  IF NEW.assigned_agent_id IS NOT NULL AND NEW.last_seq > OLD.last_seq AND NEW.unread_count > OLD.unread_count THEN
    PERFORM enqueue_notification_event(NEW.company_id, NEW.session_id, 'message', NEW.assigned_agent_id);
  END IF;
  IF is_waiting AND NOT was_waiting THEN
    PERFORM enqueue_notification_event(NEW.company_id, NEW.session_id, 'needs_person', NEW.assigned_agent_id);
  END IF;
  RETURN NULL;
END $$;
