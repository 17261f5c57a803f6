-- How often each value of a distribution occurs, in one row instead of one for each value.
CREATE TABLE report_distributions (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  unit text NOT NULL CHECK (unit IN ('day', 'month')),
  -- Of a month, its first day.
  day date NOT NULL,
  project_id uuid NOT NULL,
  segment text NOT NULL,
  measure text COLLATE "C" NOT NULL,
  -- In ascending order. `totals` has at the same position how often each occurs.
  distinct_values integer[] NOT NULL,
  totals integer[] NOT NULL,
  PRIMARY KEY (company_id, project_id, segment, unit, measure, day)
);
ALTER TABLE report_distributions ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_distributions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON report_distributions FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON report_distributions TO aichat_app;

ALTER TABLE report_counts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE report_distributions NO FORCE ROW LEVEL SECURITY;
WITH moved AS (
  DELETE FROM report_counts
  WHERE measure ~ '^(hour|rating|resolution|first_ai_reply|(agent_)?first_response(_business)?|agent_rating)(_[0-9a-f-]{36})?$'
  RETURNING *
)
INSERT INTO report_distributions
  SELECT company_id, unit, day, project_id, segment, measure, array_agg(value ORDER BY value), array_agg(total ORDER BY value)
  FROM moved WHERE total <> 0 GROUP BY 1, 2, 3, 4, 5, 6;
ALTER TABLE report_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE report_distributions FORCE ROW LEVEL SECURITY;

-- And with it the primary key.
ALTER TABLE report_counts DROP COLUMN value;
ALTER TABLE report_counts ADD PRIMARY KEY (company_id, project_id, segment, unit, measure, day);

-- Created again with other columns.
DROP FUNCTION IF EXISTS list_report_counts(session_facts);
