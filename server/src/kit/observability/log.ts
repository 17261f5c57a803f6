import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { serializeError } from './serialize-error.ts'

/** Writes JSON lines to stdout. They must never contain message texts, tokens or passwords. */
export type Log = FastifyBaseLogger

/** Credentials of requests, wherever a library logs them: headers by name, and tokens by scheme. */
const credentials =
  /("(?:proxy-)?(?:authorization|cookie|set-cookie)":\[?"|\b(?:Bearer|Basic) )(?:[^"\\]|\\.)+/gi

/** How many lines of these levels were written. */
export type LogCounts = Record<'warn' | 'error' | 'fatal', number>

export function createLogCounts(): LogCounts {
  return { warn: 0, error: 0, fatal: 0 }
}

type LogOutput = { destination?: DestinationStream; counts?: LogCounts }

export function createLog(
  options: LoggerOptions,
  { destination, counts = createLogCounts() }: LogOutput = {},
): Log {
  const hooks: LoggerOptions['hooks'] = {
    streamWrite: (line: string) => line.replace(credentials, '$1[redacted]'),
    logMethod(args, method, level) {
      const label = pino.levels.labels[level]
      if (label === 'warn' || label === 'error' || label === 'fatal') counts[label]++
      method.apply(this, args)
    },
  }
  const all = { ...options, hooks, serializers: { err: serializeError, ...options.serializers } }
  return destination ? pino(all, destination) : pino(all)
}
