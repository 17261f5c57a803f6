import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { commonSentences } from '@aichat/contracts/kit/common'
import ipaddr from 'ipaddr.js'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Http } from '../http/http.ts'
import { refuse } from '../http/refusal.ts'
import { withTimeout } from '../process/deadline.ts'
import type { LogCounts } from './log.ts'

/** Metrics for operators. Labels never contain names, addresses or text of a company. */
export type Metrics = {
  /** The duration of a request, by method, declared route and status. */
  request(method: string, route: string, status: number, seconds: number): void
  command(name: string, outcome: 'done' | 'refused' | 'failed', seconds: number): void
  published(event: string): void
  /** A connection was closed because its client did not read. */
  slowConsumer(): void
  job(queue: string, outcome: 'done' | 'failed', seconds: number): void
  /** A counter of this process. Returns the function that increments it. Later calls with the same name share it. */
  addCounter(name: string, help: string): () => void
  /** Adds a histogram of work that takes seconds. Returns the function that records a duration, in seconds. */
  addHistogram<Label extends string>(
    name: string,
    help: string,
    labels: Label[],
  ): (labels: Record<Label, string>, seconds: number) => void
  /** Adds a gauge that is read at each scrape; NaN when that fails. */
  addGauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Adds gauges that share one reading at each scrape; NaN when that fails. */
  addGauges<Reading>(gauges: GaugeOf<Reading>[], read: () => Promise<Reading>): void
  /** Adds a gauge with a value for each label value; without values when reading fails. */
  addLabeledGauge(gauge: LabeledGauge, read: () => Promise<Map<string, number>>): void
  /** Adds a counter of the log lines that this process has written. */
  addLogCounts(counts: LogCounts): void
  /** In the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
  close(): void
}

type GaugeOf<Reading> = { name: string; help: string; value(reading: Reading): number }
type LabeledGauge = { name: string; help: string; label: string }

/** A reading that takes longer fails: a scrape must answer in time while a service is unavailable. */
const maxReadMs = 3000
const fastBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const slowBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { requests, commands, jobs } = createHistograms(registry)
  const { events, slowConsumers } = createCounters(registry)
  const addGauges = createGauges(registry)
  return {
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    command: (command, outcome, seconds) => commands.observe({ command, outcome }, seconds),
    published: (event) => events.inc({ event }),
    slowConsumer: () => slowConsumers.inc(),
    job: (queue, outcome, seconds) => jobs.observe({ queue, outcome }, seconds),
    addCounter(name, help) {
      const known = registry.getSingleMetric(name) as Counter | undefined
      const counter = known ?? new Counter({ name, help, registers: [registry] })
      return () => counter.inc()
    },
    addHistogram(name, help, labelNames) {
      const histogram = new Histogram({ name, help, labelNames, buckets: slowBuckets, registers: [registry] })
      return (labels, seconds) => histogram.observe(labels, seconds)
    },
    addGauge: (name, help, read) => addGauges([{ name, help, value: (value) => value }], async () => read()),
    addGauges,
    addLabeledGauge: ({ name, help, label }, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          const values = await withTimeout(read(), maxReadMs).catch(() => new Map<string, number>())
          this.reset()
          for (const [value, count] of values) this.set({ [label]: value }, count)
        },
      })
    },
    addLogCounts: (counts) => {
      new Counter({
        name: 'aichat_log_lines_total',
        help: 'Lines written to the log, by level',
        labelNames: ['level'],
        registers: [registry],
        collect() {
          this.reset()
          for (const [level, count] of Object.entries(counts)) this.inc({ level }, count)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  }
}

function createHistograms(registry: Registry) {
  const createHistogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers: [registry] })
  return {
    requests: createHistogram(
      'aichat_http_request_seconds',
      'Duration of HTTP requests',
      ['method', 'route', 'status'],
      fastBuckets,
    ),
    commands: createHistogram(
      'aichat_socket_command_seconds',
      'Duration of realtime commands until they are acknowledged',
      ['command', 'outcome'],
      fastBuckets,
    ),
    jobs: createHistogram(
      'aichat_job_seconds',
      'Duration of job attempts',
      ['queue', 'outcome'],
      slowBuckets,
    ),
  }
}

function createCounters(registry: Registry) {
  const registers = [registry]
  return {
    events: new Counter({
      name: 'aichat_socket_events_total',
      help: 'Events published to rooms, regardless of the number of members',
      labelNames: ['event'],
      registers,
    }),
    slowConsumers: new Counter({
      name: 'aichat_socket_slow_consumers_total',
      help: 'Connections closed because the client did not read',
      registers,
    }),
  }
}

function createGauges(registry: Registry): Metrics['addGauges'] {
  return <Reading>(gauges: GaugeOf<Reading>[], read: () => Promise<Reading>) => {
    let current: Promise<Reading> | undefined
    // All gauges of a scrape are collected at the same time, so they share the reading in progress.
    const readOnce = () => {
      current ??= withTimeout(read(), maxReadMs).finally(() => {
        current = undefined
      })
      return current
    }
    for (const { name, help, value } of gauges)
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await readOnce().then(value, () => Number.NaN))
        },
      })
  }
}

export function addPoolMetrics(metrics: Metrics, pool: pg.Pool): void {
  metrics.addGauge('aichat_database_connections', 'Database connections', () => pool.totalCount)
  metrics.addGauge('aichat_database_connections_idle', 'Idle database connections', () => pool.idleCount)
  metrics.addGauge('aichat_database_waiting', 'Queries waiting for a connection', () => pool.waitingCount)
}

/**
 * Records every response, and serves /metrics to callers with the token, or, when no token is configured, to this machine
 * only. Other callers get a 404.
 */
export function mountMetrics(http: Http, metrics: Metrics, token: string | null): void {
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  http.get(
    '/metrics',
    { config: { permission: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const isAllowed = token
        ? isEqual(request.headers.authorization, `Bearer ${token}`)
        : isLoopback(request.socket.remoteAddress) && !isForwarded(request.headers)
      if (!isAllowed) refuse(404, commonSentences.notFound)
      return reply.type(metrics.contentType).send(await metrics.text())
    },
  )
}

/** The headers that proxies and content delivery networks add to a request. */
const proxyHeader =
  /^(?:forwarded|via|x-(?:forwarded|original|real|client|cluster|proxy|envoy)(?:-.*)?|(?:true|cf|fastly|fly)-.*)$/
const localHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** A request through a proxy on this machine is remote. A proxy that adds no header passes the public host name on. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  return !localHost.test(headers.host ?? '') || Object.keys(headers).some((name) => proxyHeader.test(name))
}

function isLoopback(address: string | undefined): boolean {
  return Boolean(address && isIP(address)) && ipaddr.process(address as string).range() === 'loopback'
}

/** Compares in constant time. */
function isEqual(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(digest(given), digest(expected))
}
