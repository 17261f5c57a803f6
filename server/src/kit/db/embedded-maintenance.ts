import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Log } from '../process/log.ts'

const vacuumEveryMs = 5000
const lookEveryMs = 1000
/** So many bytes may have to be replayed after a kill, and so many wait on the disk for the next checkpoint. */
const mostToReplay = 64 * 1024 * 1024
/** With less room than this nothing is stored any more: a log that cannot grow would end the database. */
const leastFreeBytes = 64 * 1024 * 1024

/**
 * What is due, much as PostgreSQL's autovacuum would have it. A table is looked at again when it is twice what it was: that
 * holds up whoever waits, here where there is one process for all.
 */
const due = `
  SELECT concat_ws(' ', CASE WHEN is_full THEN 'VACUUM' END, CASE WHEN is_other THEN 'ANALYZE' END, name) AS statement
  FROM (
    SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name,
      n_dead_tup > 50 + 0.2 * n_live_tup AS is_full, n_mod_since_analyze > 50 + n_live_tup AS is_other
    FROM pg_stat_user_tables
  ) t
  WHERE is_full OR is_other`

/** Does for the embedded database what PostgreSQL has processes of its own for, and keeps it from filling the disk. */
export function startMaintenance(pool: pg.Pool, dataDir: string, log: Log): { close(): void } {
  let isFull = false
  let isLooking = false
  let isVacuuming = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await watchDisk()
      if (!isFull) await shortenLog()
    } catch (error) {
      log.warn({ err: error }, 'housekeeping')
    }
    isLooking = false
  }

  /** All who ask the embedded database share one session: what is set by one holds for everybody. */
  async function watchDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(dataDir)
    const isFullNow = bavail * bsize < leastFreeBytes
    if (isFullNow === isFull) return
    await pool.query(`SET default_transaction_read_only = ${isFullNow ? 'on' : 'off'}`)
    isFull = isFullNow
    if (isFull) log.error({ dataDir }, 'the disk is full: until there is room again, nothing can be stored')
    else log.warn({ dataDir }, 'the disk has room again')
  }

  async function shortenLog(): Promise<void> {
    const { rows } = await pool.query(
      'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
    )
    if (rows[0].bytes > mostToReplay) await pool.query('CHECKPOINT')
  }

  /** Rows that change with every message leave their old versions, and plans are made for a table as it was. */
  async function vacuum(): Promise<void> {
    // It writes to the log, too, for which a full disk has no room.
    if (isVacuuming || isFull) return
    isVacuuming = true
    try {
      const { rows } = await pool.query<{ statement: string }>(due)
      for (const { statement } of rows) await pool.query(statement)
    } catch (error) {
      log.warn({ err: error }, 'housekeeping')
    }
    isVacuuming = false
  }

  const looking = setInterval(look, lookEveryMs)
  const vacuuming = setInterval(vacuum, vacuumEveryMs)
  looking.unref()
  vacuuming.unref()
  return {
    close() {
      clearInterval(looking)
      clearInterval(vacuuming)
    },
  }
}
