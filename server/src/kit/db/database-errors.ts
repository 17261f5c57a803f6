import { commonSentences } from '@aichat/contracts/kit/common'
import pg from 'pg'
import { UnavailableError } from '../http/refusal.ts'
import type { Log } from '../observability/log.ts'
import type { Availability } from '../process/availability.ts'

const diskFull = '53100'
const readOnly = '25006'
const storageRetrySeconds = 5
const connectionRetrySeconds = 2
const lockTimeout = '55P03'
/** Lost connections, shutdown and start of the server, too many connections, and a lock that a migration holds. */
const unavailable = /^(08|57P0[123]|53300|55P03)/
const networkCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/
/** The driver and its pool report these without a code. */
const connectionMessages = /^(timeout exceeded|timeout expired|Connection terminated|Client has encountered)/

/** The error for callers while the database does not answer or cannot write; null for an error of another kind. */
export function toUnavailable(
  error: unknown,
  log: Log,
  availability: Pick<Availability, 'lost'>,
): UnavailableError | null {
  const code = (error as { code?: unknown } | null)?.code
  if (error instanceof pg.DatabaseError && (code === diskFull || code === readOnly)) {
    if (code === diskFull) log.error({ err: error }, 'the disk of the database is full')
    return new UnavailableError(commonSentences.storageFull, storageRetrySeconds, { cause: error })
  }
  if (!isConnectionError(error)) return null
  if (code === lockTimeout) log.warn({ err: error }, 'a lock was not released in time')
  else availability.lost(error)
  return new UnavailableError(commonSentences.unavailable, connectionRetrySeconds, { cause: error })
}

/** Whether the database could not be reached, or ended the connection. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  if (error instanceof pg.DatabaseError) return unavailable.test(code)
  return networkCodes.test(code) || connectionMessages.test(error.message)
}
