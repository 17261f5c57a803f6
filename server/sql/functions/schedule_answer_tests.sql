-- Schedules a project's answer tests after a change of its knowledge or FAQs: five seconds after the last of several changes,
-- and one minute after the first at the latest.
CREATE OR REPLACE FUNCTION schedule_answer_tests() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE project uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.project_id ELSE NEW.project_id END;
BEGIN
  UPDATE answer_test_schedules SET changed_at = coalesce(changed_at, now()),
      due_at = least(now() + interval '5 seconds', coalesce(changed_at, now()) + interval '1 minute')
    WHERE project_id = project;
  RETURN NULL;
END $$;
