-- When the last backup was completed, for the metrics. Has at most one row, and no data of a company.
CREATE TABLE last_backup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  completed_at timestamptz NOT NULL
);
GRANT SELECT ON last_backup TO aichat_lookup;
