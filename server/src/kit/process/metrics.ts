import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { commonSentences } from '@aichat/contracts/common'
import ipaddr from 'ipaddr.js'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Http } from '../http/http.ts'
import { refuse } from '../http/refusal.ts'

/** What an operator watches. No name, address or word of a company goes into a label. */
export type Metrics = {
  /** Seconds of a request, by method, route as declared, and status. */
  request(method: string, route: string, status: number, seconds: number): void
  /** Seconds of a realtime command; `done`, `refused` or `failed`. */
  command(name: string, outcome: 'done' | 'refused' | 'failed', seconds: number): void
  published(event: string): void
  /** A connection was closed because its client did not read. */
  slowConsumer(): void
  job(queue: string, outcome: 'done' | 'failed', seconds: number): void
  /** A reply of the AI that was posted, with the seconds that the visitor waited; or why a person was called. */
  reply(outcome: 'answer' | 'handover', reason: string, seconds: number): void
  /** Asked for when somebody looks. */
  watch(name: string, help: string, read: () => number): void
  /** How many jobs wait in a queue; asked for when somebody looks, and unknown while the database is away. */
  watchQueue(queue: string, read: () => Promise<number>): void
  /** In the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
  close(): void
}

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const slow = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'aichat_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: quick,
    registers,
  })
  const commands = new Histogram({
    name: 'aichat_socket_command_seconds',
    help: 'Time to acknowledge a realtime command',
    labelNames: ['command', 'outcome'],
    buckets: quick,
    registers,
  })
  const events = new Counter({
    name: 'aichat_socket_events_total',
    help: 'Events published to a room, each counted once',
    labelNames: ['event'],
    registers,
  })
  const slowConsumers = new Counter({
    name: 'aichat_socket_slow_consumers_total',
    help: 'Connections closed because the client did not read',
    registers,
  })
  const jobs = new Histogram({
    name: 'aichat_job_seconds',
    help: 'Time of a job, as often as it was tried',
    labelNames: ['queue', 'outcome'],
    buckets: slow,
    registers,
  })
  const replies = new Histogram({
    name: 'aichat_reply_seconds',
    help: 'From the begin of a reply of the AI to its post, or to the call for a person',
    labelNames: ['outcome', 'reason'],
    buckets: slow,
    registers,
  })
  const queues = new Map<string, () => Promise<number>>()
  new Gauge({
    name: 'aichat_jobs_waiting',
    help: 'Jobs that nobody has begun',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const [queue, read] of queues) this.set({ queue }, await read().catch(() => Number.NaN))
    },
  })
  return {
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    command: (command, outcome, seconds) => commands.observe({ command, outcome }, seconds),
    published: (event) => events.inc({ event }),
    slowConsumer: () => slowConsumers.inc(),
    job: (queue, outcome, seconds) => jobs.observe({ queue, outcome }, seconds),
    reply: (outcome, reason, seconds) => replies.observe({ outcome, reason }, seconds),
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    watchQueue(queue, read) {
      queues.set(queue, read)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  }
}

export function watchPool(metrics: Metrics, pool: pg.Pool): void {
  metrics.watch('aichat_database_connections', 'Connections to the database', () => pool.totalCount)
  metrics.watch('aichat_database_connections_idle', 'Those that nobody uses', () => pool.idleCount)
  metrics.watch('aichat_database_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
}

/**
 * Counts what is answered, and shows it at /metrics: to whoever has the token, or, where none is set, to this machine
 * alone. A request that was forwarded comes from elsewhere, even when the proxy runs here. To others it does not exist.
 */
export function mountMetrics(http: Http, metrics: Metrics, token: string | null): void {
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  http.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const { authorization, forwarded, 'x-forwarded-for': forwardedFor } = request.headers
    const isFromHere = !forwarded && !forwardedFor && isLoopback(request.socket.remoteAddress)
    const isAllowed = token ? isSame(authorization, `Bearer ${token}`) : isFromHere
    if (!isAllowed) refuse(404, commonSentences.notFound)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function isLoopback(address: string | undefined): boolean {
  return Boolean(address && isIP(address)) && ipaddr.process(address as string).range() === 'loopback'
}

function isSame(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(digest(given), digest(expected))
}
