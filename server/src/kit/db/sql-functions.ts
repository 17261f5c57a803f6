import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'

/**
 * Replaces the database's functions by the files of server/sql/functions, in the caller's transaction, if a file changed or
 * `isForced`. Returns whether it did.
 */
export async function applySqlFunctions(
  client: pg.ClientBase,
  directory: string,
  isForced: boolean,
): Promise<boolean> {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  const sources = files.sort().map((file) => readFileSync(path.join(directory, file), 'utf8'))
  const checksum = createHash('sha256').update(JSON.stringify(sources)).digest('hex')
  const { rows } = await client.query<{ checksum: string }>('SELECT checksum FROM schema_functions')
  if (!isForced && rows[0]?.checksum === checksum) return false
  // Functions may call each other, in whichever order the files are read.
  await client.query('SET LOCAL check_function_bodies = off')
  for (const source of sources) await client.query(source)
  await client.query('DELETE FROM schema_functions')
  await client.query('INSERT INTO schema_functions (checksum) VALUES ($1)', [checksum])
  return true
}
