-- A policy that calls the function reads the setting again for each row; one that selects from it, once a query.
DO $$
DECLARE name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_class c JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'one_company'
    WHERE c.relnamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format(
      'ALTER POLICY one_company ON %I USING (company_id = (SELECT current_company()))
         WITH CHECK (company_id = (SELECT current_company()))', name);
  END LOOP;
END $$;
