-- Reads the rows of every company for a backup, and can do nothing else. Its policies are made beside those of the
-- companies for each table that there is: server/src/kit/export-role.ts.
DO $$
BEGIN
  BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'aichat_export') THEN
      CREATE ROLE aichat_export NOLOGIN;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- another process made it in the same moment
  END;
  IF NOT pg_has_role(current_user, 'aichat_export', 'MEMBER') THEN GRANT aichat_export TO CURRENT_USER; END IF;
END $$;
