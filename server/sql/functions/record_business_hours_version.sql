-- Records that other business hours apply from the next minute on. By then the change is committed, so that response times are never
-- measured without it. A deleted company or project gets no version.
CREATE OR REPLACE FUNCTION record_business_hours_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed business_hours := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.schedule = OLD.schedule THEN RETURN NULL; END IF;
  INSERT INTO business_hours_versions (company_id, project_id, valid_from, schedule)
  SELECT changed.company_id, changed.project_id, date_trunc('minute', now()) + interval '1 minute', NEW.schedule
  WHERE EXISTS (SELECT FROM companies WHERE company_id = changed.company_id)
    AND (changed.project_id IS NULL OR EXISTS (SELECT FROM projects WHERE id = changed.project_id))
  ON CONFLICT (company_id, project_id, valid_from) DO UPDATE SET schedule = excluded.schedule;
  RETURN NULL;
END $$;
