import type pg from 'pg'

/** The role of backups. Its policies apply only after SET ROLE, not to its members by inheritance. */
export const exportRole = 'aichat_export'

/**
 * Grants backups read access to every table that has a company_id. Tables that have the grant are skipped and not locked.
 */
export async function grantExport(client: pg.ClientBase): Promise<void> {
  await client.query(`
    DO $$
    DECLARE name text;
    BEGIN
      FOR name IN
        SELECT c.relname FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
        WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
          AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'export')
      LOOP
        EXECUTE format('CREATE POLICY export ON %I FOR SELECT TO ${exportRole}
          USING ((SELECT current_user) = ''${exportRole}'')', name);
        EXECUTE format('GRANT SELECT ON %I TO ${exportRole}', name);
      END LOOP;
    END $$`)
}
