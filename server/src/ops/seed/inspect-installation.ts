import { openDatabase } from '../../kit/db/database.ts'
import type { Log } from '../../kit/observability/log.ts'
import type { Settings } from '../../kit/process/settings.ts'
import { commandName } from '../backup-source.ts'
import { OpsError } from '../ops-error.ts'
import { enterExportRole } from '../rows.ts'

/** Whether an account with the email exists, and how many companies there are. A new database has no tables yet. */
export async function inspectInstallation(
  settings: Settings,
  log: Log,
  email: string,
): Promise<{ hasDemo: boolean; companyCount: number }> {
  const database = await openDatabase(settings, log, commandName)
  try {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN READ ONLY')
      const { rows: tables } = await client.query(
        `SELECT to_regclass('public.companies') IS NULL AS "isNew",
           to_regclass('public.schema_functions') IS NOT NULL AS "isCurrent"`,
      )
      if (tables[0].isNew) return { hasDemo: false, companyCount: 0 }
      if (!tables[0].isCurrent)
        throw new OpsError(
          'The database schema is older than this version. Start the product once to update it.',
        )
      await enterExportRole(client)
      const { rows } = await client.query(
        `SELECT (SELECT count(*)::int FROM companies) AS "companyCount",
           EXISTS (SELECT FROM users WHERE normalized_email = $1) AS "hasDemo"`,
        [email],
      )
      return rows[0]
    } finally {
      client.release(true)
    }
  } finally {
    await database.close()
  }
}
