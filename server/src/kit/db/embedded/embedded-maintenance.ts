import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Log } from '../../observability/log.ts'
import { forEachItem } from '../../process/each-item.ts'
import { scheduleTask } from '../../process/scheduler.ts'

const vacuumTask = 'vacuum'
const vacuumIntervalMs = 5000
const diskCheckIntervalMs = 1000
/** Bounds the log that is replayed after a crash, and the disk space that it takes until the next checkpoint. */
const maxReplayBytes = 64 * 1024 * 1024
/** Below this the database is read-only: PostgreSQL stops when it cannot extend its log. */
const minFreeBytes = 64 * 1024 * 1024

/**
 * The tables that are due, by thresholds close to those of autovacuum. A table is analyzed again when it has doubled since the last time (`reltuples`):
 * analyzing blocks all queries, because the embedded database has one process.
 */
const listDueStatements = `
  SELECT concat_ws(' ', CASE WHEN needs_vacuum THEN 'VACUUM' END, CASE WHEN needs_analyze THEN 'ANALYZE' END, name)
    AS statement
  FROM (
    SELECT quote_ident(s.schemaname) || '.' || quote_ident(s.relname) AS name,
      n_dead_tup > 50 + 0.2 * n_live_tup AS needs_vacuum,
      n_mod_since_analyze > 50 + greatest(c.reltuples, 0) AS needs_analyze
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  ) t
  WHERE needs_vacuum OR needs_analyze`

/** Does what PostgreSQL's background processes do, which the embedded database lacks, and protects it from a full disk. */
export function startMaintenance(pool: pg.Pool, dataDir: string, log: Log): { close(): Promise<void> } {
  let isDiskFull = false

  /** All connections to the embedded database share one session, so a setting applies to all of them. */
  async function checkDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(dataDir)
    const isFull = bavail * bsize < minFreeBytes
    if (isFull === isDiskFull) return
    await pool.query(`SET default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
    isDiskFull = isFull
    if (isFull) log.error({ dataDir }, 'the disk is full: the database is read-only until space is available')
    else log.warn({ dataDir }, 'the disk has space again: the database is writable')
  }

  async function limitLog(): Promise<void> {
    const { rows } = await pool.query(
      'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
    )
    if (rows[0].bytes > maxReplayBytes) await pool.query('CHECKPOINT')
  }

  async function vacuum(signal: AbortSignal): Promise<void> {
    // Vacuum writes to the log as well.
    if (isDiskFull) return
    const { rows } = await pool.query<{ statement: string }>(listDueStatements)
    const run = async ({ statement }: { statement: string }) => void (await pool.query(statement))
    await forEachItem(rows, run, { task: vacuumTask, log, signal })
  }

  async function checkDiskAndLog(): Promise<void> {
    await checkDisk()
    if (!isDiskFull) await limitLog()
  }

  const tasks = [
    scheduleTask({ name: 'disk check', intervalMs: diskCheckIntervalMs, run: checkDiskAndLog }, log),
    scheduleTask({ name: vacuumTask, intervalMs: vacuumIntervalMs, run: vacuum }, log),
  ]
  return {
    async close() {
      await Promise.all(tasks.map((task) => task.close()))
    },
  }
}
