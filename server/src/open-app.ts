import { createServer } from 'node:http'
import { sessionLimits } from '@aichat/contracts/sessions'
import { type ApiKeyCallerCache, createApiKeyCallerCache, isApiKey } from './api-keys/api-key-caller-cache.ts'
import type { App } from './app.ts'
import { openEmbedder, openModel } from './kit/ai/model.ts'
import { migrate, openDatabase } from './kit/db/database.ts'
import { createDb } from './kit/db/db.ts'
import { enableSearchExtensions } from './kit/db/search-extensions.ts'
import { createClientAddress } from './kit/http/client-address.ts'
import { createFetchPage } from './kit/http/fetch-page.ts'
import { createHttp, type Http, type Identify } from './kit/http/http.ts'
import { createPublicWeb } from './kit/http/public-web.ts'
import { createRateLimits } from './kit/http/rate-limits.ts'
import { createWorkerHttp } from './kit/http/worker-http.ts'
import { openJobs } from './kit/jobs/jobs.ts'
import { openMail } from './kit/mail/mail.ts'
import { type Clock, systemClock } from './kit/process/clock.ts'
import type { Log } from './kit/process/log.ts'
import { addPoolMetrics, createMetrics, mountMetrics } from './kit/process/metrics.ts'
import type { Settings } from './kit/process/settings.ts'
import { noTracing, type Tracing } from './kit/process/tracing.ts'
import { createInvalidationBus, type InvalidationBus } from './kit/realtime/invalidation-bus.ts'
import { createPresence } from './kit/realtime/presence.ts'
import { createRealtime, type Realtime } from './kit/realtime/realtime.ts'
import { openRedis } from './kit/realtime/redis.ts'
import { createTokens } from './kit/security/tokens.ts'
import { openStorage } from './kit/storage/storage.ts'
import { createCallerCache } from './users/caller-cache.ts'

export type Given = {
  settings: Settings
  log: Log
  /** The folder that holds server/migrations, server/sql, console/dist and widget/dist. */
  root: string
  clock?: Clock
  tracing?: Tracing
  /** Told before each step that may take a while. */
  onStep?: (sentence: string) => void
}

type Opened = {
  app: App
  http: Http
  bus: InvalidationBus
  keyCallers: ApiKeyCallerCache
  realtime: Realtime
  close(): Promise<void>
}

/** Opens what is outside, for a process that serves and for one that only works. What is open when it fails is closed. */
export async function openApp(
  { settings, log, root, clock = systemClock, tracing = noTracing, onStep }: Given,
  kind: 'web' | 'worker',
): Promise<Opened> {
  const addressOf = createClientAddress(settings.trustProxy)
  onStep?.(settings.databaseUrl ? 'Connecting to PostgreSQL' : `Opening the database in ${settings.dataDir}`)
  const database = await openDatabase(settings, log)
  const closers: (() => unknown)[] = [() => database.close()]
  const close = async () => {
    for (const one of closers) await one()
  }
  try {
    const steps = await migrate(database.pool, root)
    if (steps > 0) onStep?.('Migrated the database')

    const search = await enableSearchExtensions(database.pool, log)
    const redis = await openRedis(settings.redisUrl, settings.appSecret, log)
    if (redis) closers.unshift(() => redis.client.quit().catch(() => redis.client.disconnect()))
    const db = createDb(database, log, tracing)
    const tokens = createTokens(settings.appSecret, clock)
    const bus = createInvalidationBus(redis, settings.databaseUrl === null)
    closers.unshift(() => bus.close())
    const callers = createCallerCache({ db, tokens, clock, bus })
    const limits = createRateLimits(redis, settings.limitScale)
    const keyCallers = createApiKeyCallerCache({ db, clock, bus, limits, log })
    const identify: Identify = (token) => (isApiKey(token) ? keyCallers : callers).identify(token)
    const http = kind === 'web' ? await createHttp(settings, log, identify, tracing) : createWorkerHttp(log)
    const metrics = createMetrics()
    closers.unshift(() => metrics.close())
    addPoolMetrics(metrics, database.pool)
    mountMetrics(http, metrics, settings.metricsToken)
    const mail = openMail(settings.mail, log)
    const presence = createPresence(redis, sessionLimits.presenceGraceSeconds * 1000, log)
    closers.unshift(() => presence.close())
    // A worker tells what happens, and nobody connects to it: its server of sockets never listens.
    const realtime = createRealtime(kind === 'web' ? http.server : createServer(), redis, metrics, log)
    const jobs = await openJobs(database.pool, log, metrics, tracing)
    // Each may wait for three seconds, and a process has ten to end.
    closers.unshift(() => Promise.all([jobs.close(), mail.close()]))
    const storage = await openStorage(settings)
    closers.unshift(() => storage.close())
    const ownHosts = [new URL(settings.publicUrl).hostname]
    const app: App = {
      settings,
      log,
      metrics,
      clock,
      db,
      tokens,
      callers,
      presence,
      realtime,
      mail,
      jobs,
      storage,
      limits,
      model: openModel(settings, tracing),
      embedder: openEmbedder(settings, search, database.pool, log, tracing),
      search,
      fetchPage: createFetchPage(settings.fetchAllow, ownHosts),
      publicWeb: createPublicWeb(settings.fetchAllow, ownHosts),
      addressOf,
      tracing,
    }

    return { app, http, bus, keyCallers, realtime, close }
  } catch (error) {
    await close()
    throw error
  }
}
