import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../observability/tracing.ts'

/** Monitoring polls these every few seconds. */
const untracedRoutes = ['/livez', '/readyz', '/metrics']

/**
 * Creates a span for each request, named by its declared route: a concrete URL may contain a token. The trace of a proxy is
 * continued. Other callers could otherwise control sampling, and add spans to traces of other systems.
 */
export function traceRequests(
  http: FastifyInstance,
  tracing: Tracing,
  isProxy: (address: string | undefined) => boolean,
): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  http.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, is404 } = request
    const route = is404 ? undefined : routeOptions.url
    if (route && untracedRoutes.includes(route)) return done()
    const span = tracing.startSpan(
      'server',
      route ? `${method} ${route}` : method,
      {
        'http.request.method': method,
        'aichat.request_id': request.id,
        ...(route ? { 'http.route': route } : {}),
      },
      isProxy(request.socket.remoteAddress) ? request.headers : {},
    )
    spans.set(request, span)
    reply.raw.once('close', () => {
      span.setAttributes({ 'http.response.status_code': reply.statusCode })
      if (reply.statusCode >= 500) span.recordError({ name: String(reply.statusCode) })
      span.end()
    })
    span.run(done)
  })
  // Parsing the body loses the asynchronous context of the span.
  http.addHook('preHandler', (request, _, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
}
