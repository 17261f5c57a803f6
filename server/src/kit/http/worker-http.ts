import fastify, { type FastifyError, LogController } from 'fastify'
import type { Log } from '../observability/log.ts'
import { answerError } from './error-handler.ts'
import type { Http } from './http.ts'
import { requestLimits, toServerOptions } from './request-limits.ts'

/** The HTTP server of a worker, which serves only health and metrics. */
export function createWorkerHttp(log: Log): Http {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1000,
    ...toServerOptions(requestLimits),
  }) as unknown as Http
  http.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  return http
}
