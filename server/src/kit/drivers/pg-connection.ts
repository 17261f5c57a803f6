import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The driver does not type the connection below a client. This is the version that the drivers for it were written for. */
export const writtenFor = { pg: '8.23.1' }

/** The part of pg's internal connection that is used here; pg-query-stream relies on it too. */
export type PgConnection = {
  stream: Duplex
  bind(config: { statement: string; values: string[] }): void
  execute(config: object): void
}

/** Null when this version of the driver no longer has these methods. */
export function getConnection(client: object): PgConnection | null {
  const { connection } = client as { connection?: Partial<PgConnection> }
  const methods = [
    connection?.bind,
    connection?.execute,
    connection?.stream?.cork,
    connection?.stream?.uncork,
  ]
  return methods.every((method) => typeof method === 'function') ? (connection as PgConnection) : null
}

/**
 * Sends the queries of one turn of the event loop in one write, which wakes the database once. Without access to the
 * stream each query is written separately.
 */
export function corkUntilNextTick(client: pg.PoolClient): void {
  const stream = getConnection(client)?.stream
  if (!stream) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
