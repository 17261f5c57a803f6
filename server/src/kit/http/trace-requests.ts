import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Begun, Tracing } from '../process/tracing.ts'

/** What asks how we are, every few seconds. */
const watching = ['/livez', '/readyz', '/metrics']

/** A span for each request, named as its route is declared: an address may hold a token. */
export function traceRequests(http: FastifyInstance, tracing: Tracing): void {
  const begun = new WeakMap<FastifyRequest, Begun>()
  http.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, is404 } = request
    const route = is404 ? undefined : routeOptions.url
    if (route && watching.includes(route)) return done()
    const span = tracing.begin(
      'server',
      route ? `${method} ${route}` : method,
      {
        'http.request.method': method,
        'aichat.request_id': request.id,
        ...(route ? { 'http.route': route } : {}),
      },
      request.headers,
    )
    begun.set(request, span)
    reply.raw.once('close', () => {
      span.note({ 'http.response.status_code': reply.statusCode })
      if (reply.statusCode >= 500) span.fail({ name: String(reply.statusCode) })
      span.end()
    })
    span.within(done)
  })
  // What has waited for a body is in no span any more.
  http.addHook('preHandler', (request, _, done) => {
    const span = begun.get(request)
    if (span) span.within(done)
    else done()
  })
}
