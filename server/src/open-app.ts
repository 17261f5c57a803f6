import { createServer } from 'node:http'
import { sessionLimits } from '@aichat/contracts/chat/sessions'
import { type ApiKeyCallerCache, createApiKeyCallerCache, isApiKey } from './api-keys/api-key-caller-cache.ts'
import type { App } from './app.ts'
import { type CompanyModelsOptions, createCompanyModels } from './company-models/company-models.ts'
import { enableSearchExtensions } from './enable-search.ts'
import { createGuardedFetch } from './kit/ai/guarded-fetch.ts'
import { type Database, migrate, openDatabase } from './kit/db/database.ts'
import { createDb, type Db } from './kit/db/db.ts'
import { joinDeployment } from './kit/db/deployment.ts'
import { createIndexBuilder, type IndexBuilder } from './kit/db/index-builder.ts'
import type { Identify } from './kit/http/caller.ts'
import { createClientAddress } from './kit/http/client-address.ts'
import { createFetchPage } from './kit/http/fetch-page.ts'
import { createHosts } from './kit/http/hosts.ts'
import { createHttp, type Http } from './kit/http/http.ts'
import { createPublicWeb, type PageLimits, type PublicWeb } from './kit/http/public-web.ts'
import { createRateLimits } from './kit/http/rate-limits.ts'
import type { RequestLimits } from './kit/http/request-limits.ts'
import { createWorkerHttp } from './kit/http/worker-http.ts'
import { openJobs } from './kit/jobs/jobs.ts'
import { openMail } from './kit/mail/mail.ts'
import { createLogCounts, type Log, type LogCounts } from './kit/observability/log.ts'
import { addPoolMetrics, createMetrics, type Metrics, mountMetrics } from './kit/observability/metrics.ts'
import { addServiceMetrics } from './kit/observability/service-metrics.ts'
import { noTracing, type Tracing } from './kit/observability/tracing.ts'
import { type Clock, systemClock } from './kit/process/clock.ts'
import { createForegroundWork } from './kit/process/foreground-work.ts'
import type { Settings } from './kit/process/settings.ts'
import { createClosableTimers, systemTimers, type Timers } from './kit/process/timers.ts'
import { createInvalidationBus, type InvalidationBus } from './kit/realtime/invalidation-bus.ts'
import { createPeerEvents, type PeerEvents } from './kit/realtime/peer-events.ts'
import { createPresence } from './kit/realtime/presence.ts'
import { createRealtime, type Realtime } from './kit/realtime/realtime.ts'
import { openRedis, type SharedRedis } from './kit/realtime/redis.ts'
import { createTokens } from './kit/security/tokens.ts'
import { openStorage } from './kit/storage/open-storage.ts'
import {
  indexVectors,
  isUsualDimension,
  type SearchExtensions,
} from './knowledge/search/search-extensions.ts'
import { reencryptStoredSecrets } from './ops/reencrypt.ts'
import { createQuotas } from './usage/quotas.ts'
import { createUsageRecorder } from './usage/usage-recorder.ts'
import { createCallerCache } from './users/caller-cache.ts'
import { addBacklogMetrics } from './webhooks/deliver.ts'
import { separateWidgetHost } from './widget/host.ts'

export type StartOptions = {
  settings: Settings
  log: Log
  /** The lines that the log has written, for the metrics. */
  logCounts?: LogCounts
  /** The folder that contains server/migrations, console/dist and widget/dist. */
  root: string
  clock?: Clock
  timers?: Timers
  tracing?: Tracing
  requestLimits?: RequestLimits
  pageLimits?: PageLimits
  /** Called before each step of the start that may take a while. */
  onStep?: (sentence: string) => void
}

type ProcessKind = 'web' | 'worker'

type OpenedApp = {
  app: App
  http: Http
  bus: InvalidationBus
  apiKeyCallers: ApiKeyCallerCache
  realtime: Realtime
  close(): Promise<void>
}

/** Opens all external resources of a web process or a worker. If one fails, those that are open are closed again. */
export async function openApp(options: StartOptions, kind: ProcessKind): Promise<OpenedApp> {
  const closers: (() => unknown)[] = []
  /** In reverse order of opening. */
  const close = async () => {
    for (const closer of closers.reverse()) await closer()
  }
  try {
    const opened = await open(options, kind, (closer) => void closers.push(closer))
    return { ...opened, close }
  } catch (error) {
    await close()
    throw error
  }
}

type OnClose = (closer: () => unknown) => void

async function open(
  options: StartOptions,
  kind: ProcessKind,
  onClose: OnClose,
): Promise<Omit<OpenedApp, 'close'>> {
  const { settings, log, requestLimits, pageLimits } = options
  const { clock = systemClock, tracing = noTracing } = options
  const addressOf = createClientAddress(settings.trustProxy)
  const hosts = createHosts(settings)
  const { database, search, redisPrefix } = await openMigratedDatabase(options, onClose)
  const timers = openTimers(options, onClose)
  const redis = await openRedis(settings.redisUrl, redisPrefix, log)
  if (redis) onClose(() => redis.client.quit().catch(() => redis.client.disconnect()))
  const db = createDb(database, log, tracing)
  const tokens = createTokens(settings, clock)
  const { peers, bus } = openPeerChannel(settings, redis, log, onClose)
  const limits = createRateLimits(redis, settings.limitScale)
  const callers = createCallerCache({ db, tokens, clock, bus })
  const apiKeyCallers = createApiKeyCallerCache({ db, clock, bus, limits, log })
  const identify: Identify = (token) => (isApiKey(token) ? apiKeyCallers : callers).identify(token)
  const addHooks = (server: Http) => separateWidgetHost(server, { settings, hosts })
  const http =
    kind === 'web'
      ? await createHttp({ settings, log, db, identify, tracing, limits, requestLimits, addHooks })
      : createWorkerHttp(log)
  const metrics = openMetrics({ pool: database.pool, db, redis, logCounts: options.logCounts }, onClose)
  mountMetrics(http, metrics, settings.metricsToken)
  const presence = createPresence(redis, sessionLimits.presenceGraceSeconds * 1000, { log, timers })
  onClose(() => presence.close())
  // A worker publishes events but accepts no connections: its socket server never listens.
  const server = kind === 'web' ? http.server : createServer()
  const realtime = createRealtime(server, { peers, metrics, log, hosts, publicUrl: settings.publicUrl })
  const jobs = await openJobs(database.pool, log, metrics, tracing)
  const mail = openMail(settings.mail, log)
  // In parallel: each may wait for three seconds, and a process has ten seconds to end.
  onClose(() => Promise.all([jobs.close(), mail.close()]))
  const storage = await openStorage(settings)
  onClose(() => storage.close())
  const publicWeb = createPublicWeb(settings.fetchAllow, hosts.names, pageLimits)
  const indexes = createIndexBuilder(database.pool, settings.databaseUrl)
  onClose(() => indexes.close())
  const ai = openModels({ ...options, timers, clock, tracing, db, bus, publicWeb, search, indexes }, onClose)
  const app: App = {
    settings,
    log,
    metrics,
    clock,
    timers,
    db,
    indexes,
    tokens,
    callers,
    presence,
    realtime,
    liveReplies: createForegroundWork(),
    mail,
    jobs,
    storage,
    limits,
    ...ai,
    search,
    fetchPage: createFetchPage(publicWeb),
    publicWeb,
    addressOf,
    hosts,
    tracing,
  }
  return { app, http, bus, apiKeyCallers, realtime }
}

function openTimers({ timers = systemTimers }: StartOptions, onClose: OnClose): Timers {
  const closable = createClosableTimers(timers)
  onClose(() => closable.close())
  return closable
}

function openPeerChannel(
  { databaseUrl }: Settings,
  redis: SharedRedis | null,
  log: Log,
  onClose: OnClose,
): { peers: PeerEvents | null; bus: InvalidationBus } {
  const peers = redis && createPeerEvents(redis, log)
  onClose(() => peers?.close())
  return { peers, bus: createInvalidationBus(peers, databaseUrl === null) }
}

type ModelResources = Required<Pick<StartOptions, 'settings' | 'log' | 'clock' | 'timers' | 'tracing'>> & {
  db: Db
  bus: InvalidationBus
  publicWeb: PublicWeb
  search: SearchExtensions
  indexes: IndexBuilder
}

function openModels(
  resources: ModelResources,
  onClose: OnClose,
): Pick<App, 'models' | 'usage' | 'quotas' | 'modelFetch'> {
  const modelFetch = createGuardedFetch(resources.publicWeb)
  onClose(() => modelFetch.close())
  const usage = createUsageRecorder(resources)
  onClose(() => usage.close())
  const quotas = createQuotas(resources)
  const onVectors = createVectorIndexing(resources)
  const guardedFetch = modelFetch.fetch
  const models = createCompanyModels({ ...resources, usage, quotas, guardedFetch, onVectors })
  return { models, usage, quotas, modelFetch }
}

type MetricSources = {
  pool: Database['pool']
  db: Db
  redis: SharedRedis | null
  logCounts: LogCounts | undefined
}

function openMetrics(
  { pool, db, redis, logCounts = createLogCounts() }: MetricSources,
  onClose: OnClose,
): Metrics {
  const metrics = createMetrics()
  onClose(() => metrics.close())
  addPoolMetrics(metrics, pool)
  addServiceMetrics(metrics, { db, redis })
  addBacklogMetrics({ db, metrics })
  metrics.addLogCounts(logCounts)
  return metrics
}

async function openMigratedDatabase(
  { settings, log, root, onStep }: StartOptions,
  onClose: OnClose,
): Promise<{ database: Database; search: SearchExtensions; redisPrefix: string }> {
  onStep?.(settings.databaseUrl ? 'Connecting to PostgreSQL' : `Opening the database in ${settings.dataDir}`)
  const database = await openDatabase(settings, log)
  onClose(() => database.close())
  const migrations = await migrate(database.pool, root, () =>
    log.warn('another process is updating the database schema; waiting until it is done'),
  )
  if (migrations > 0) onStep?.('Migrated the database')
  const { redisPrefix, warnings } = await joinDeployment(database.pool, settings)
  for (const sentence of warnings) log.warn(sentence)
  const count = await reencryptStoredSecrets(database.pool, settings)
  if (count > 0) onStep?.(`Encrypted ${count} stored secrets with the new APP_SECRET`)
  return { database, redisPrefix, search: await enableSearchExtensions(database.pool, log) }
}

/** Indexes vectors when the first ones with their number of dimensions arrive. Null when the database cannot store vectors. */
function createVectorIndexing({
  settings,
  log,
  search,
  indexes,
}: ModelResources): CompanyModelsOptions['onVectors'] {
  if (!search.vectors) {
    if (settings.ai?.embeddingModel)
      log.warn(
        'AI_EMBEDDING_MODEL is set, but the database has no pgvector extension: search uses keywords only',
      )
    return null
  }
  const indexedDimensions = new Set<number>()
  const index = (dimensions: number) => {
    if (indexedDimensions.has(dimensions)) return
    indexedDimensions.add(dimensions)
    indexVectors(indexes, dimensions).catch((error) => log.warn({ err: error }, 'failed to index vectors'))
  }
  // A company's server could return vectors of any length, and each length would become an index of its own.
  const indexUsual = (dimensions: number) => {
    if (isUsualDimension(dimensions)) index(dimensions)
  }
  return { installation: index, company: indexUsual }
}
