-- The company that the transaction works for, set by `db.company` (server/src/kit/db/db.ts). Every row policy reads it.
CREATE OR REPLACE FUNCTION current_company() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.company', true), '')::uuid $$;
