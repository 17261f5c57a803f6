import type pg from 'pg'
import { StartError } from '../process/start-error.ts'

/**
 * The oldest schema version whose programs work on the schema of this release: that of the release before, so that both can
 * run during a rolling upgrade. See docs/upgrades.md.
 */
const minSchemaVersion = 50

/** The schema of the database and the oldest program that it permits; 0 in a database without tables. */
export type DatabaseSchema = { version: number; minVersion: number }

export async function readDatabaseSchema(client: pg.ClientBase): Promise<DatabaseSchema> {
  const version = (await hasTable(client, 'schema_versions'))
    ? await readNumber(client, 'SELECT coalesce(max(version), 0)::int AS number FROM schema_versions')
    : 0
  const minVersion = (await hasTable(client, 'deployment'))
    ? await readNumber(client, 'SELECT min_schema_version AS number FROM deployment')
    : 0
  return { version, minVersion }
}

/** What to do where a program of schema `own` cannot work with the database; null where it can. */
export function explainNewerSchema({ version, minVersion }: DatabaseSchema, own: number): string | null {
  if (own >= minVersion) return null
  return (
    `The database has schema version ${version} and needs a release with schema version ${minVersion} or later; this ` +
    `release has version ${own}. Install the release that updated the database.`
  )
}

/** @throws StartError when a newer release has updated the database, and this one cannot work with it */
export async function refuseNewerSchema(client: pg.ClientBase, own: number): Promise<void> {
  const sentence = explainNewerSchema(await readDatabaseSchema(client), own)
  if (sentence) throw new StartError(sentence)
}

/** Called by the newest release on this database, after its migrations. */
export async function storeMinSchemaVersion(client: pg.ClientBase): Promise<void> {
  await client.query('UPDATE deployment SET min_schema_version = $1 WHERE min_schema_version <> $1', [
    minSchemaVersion,
  ])
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('public.' || $1) IS NOT NULL AS found`, [name])
  return rows[0].found
}

async function readNumber(client: pg.ClientBase, query: string): Promise<number> {
  const { rows } = await client.query(query)
  return rows[0].number
}
