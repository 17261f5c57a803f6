import type { FastifyBaseLogger } from 'fastify'

/** Writes JSON lines to stdout. They must never contain message texts, tokens or passwords. */
export type Log = FastifyBaseLogger
