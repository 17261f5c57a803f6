import type pg from 'pg'
import type { Sql } from './db.ts'

/** Records that a backup is complete. The row is in no archive. */
export async function markBackup(client: pg.ClientBase | pg.Pool): Promise<void> {
  await client.query(`
    INSERT INTO last_backup (completed_at) VALUES (now())
    ON CONFLICT (only_row) DO UPDATE SET completed_at = excluded.completed_at`)
}

/** Runs in the lookup scope: the Unix time of the last complete backup in seconds, 0 when there is none. */
export async function getLastBackupTime(sql: Sql): Promise<number> {
  const [row] = await sql<{ time: number }>`
    select extract(epoch from completed_at)::float8 as time from last_backup`
  return row?.time ?? 0
}
