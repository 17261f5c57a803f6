import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'

/** Writes JSON lines to stdout. They must never contain message texts, tokens or passwords. */
export type Log = FastifyBaseLogger

/** Credentials of requests, wherever a library logs them: headers by name, and tokens by scheme. */
const credentials =
  /("(?:proxy-)?(?:authorization|cookie|set-cookie)":\[?"|\b(?:Bearer|Basic) )(?:[^"\\]|\\.)+/gi

export function createLog(options: LoggerOptions, destination?: DestinationStream): Log {
  const hooks = { streamWrite: (line: string) => line.replace(credentials, '$1[redacted]') }
  return destination ? pino({ ...options, hooks }, destination) : pino({ ...options, hooks })
}
