import fastify, { type FastifyError, LogController } from 'fastify'
import type { Log } from '../process/log.ts'
import { answerError } from './error-handler.ts'
import type { Http } from './http.ts'

/** What a process without visitors answers: how it is, and nothing else. */
export function createWorkerHttp(log: Log): Http {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1000,
    requestTimeout: 30_000,
  }) as unknown as Http
  http.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  return http
}
