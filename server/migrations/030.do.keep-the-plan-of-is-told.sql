-- A function in SQL is planned anew for each statement whose trigger calls it, a function in PL/pgSQL once a connection.
-- Every batch of messages asks this one.
CREATE OR REPLACE FUNCTION is_told(company uuid, kind text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM webhooks w WHERE w.company_id = company AND w.is_enabled AND kind = ANY (w.events));
END $$;
