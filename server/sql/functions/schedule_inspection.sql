-- Schedules an inspection of a project's knowledge after a change: ten seconds after the last of several changes, and five minutes
-- after the first at the latest. Does nothing while the project itself is deleted.
CREATE OR REPLACE FUNCTION schedule_inspection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE project uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.project_id ELSE NEW.project_id END;
BEGIN
  INSERT INTO finding_schedules AS s (project_id, company_id, changed_at, due_at)
    SELECT id, company_id, now(), now() + interval '10 seconds' FROM projects WHERE id = project
    ON CONFLICT (project_id) DO UPDATE SET changed_at = coalesce(s.changed_at, now()),
      due_at = least(now() + interval '10 seconds', coalesce(s.changed_at, now()) + interval '5 minutes');
  RETURN NULL;
END $$;
