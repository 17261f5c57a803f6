import type { FastifyBaseLogger } from 'fastify'

/** Structured lines on stdout. Message texts, tokens and passwords never go in. */
export type Log = FastifyBaseLogger
