import type pg from 'pg'

/** The role in which a backup reads: whoever wants its rights has to enter it, its members have none by being members. */
export const exportRole = 'aichat_export'

/**
 * Lets backups read every table with companies' rows, the ones that came last included. Nothing is done, and no table
 * locked, where that is so already.
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
