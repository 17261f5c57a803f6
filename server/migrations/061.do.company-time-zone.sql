-- The time zone of the company's days, and of the AI's clock where there are no business hours.
ALTER TABLE companies ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';
UPDATE companies c SET time_zone = h.schedule->>'timeZone' FROM business_hours h
  WHERE h.company_id = c.company_id AND h.project_id IS NULL;
