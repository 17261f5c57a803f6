import path from 'node:path'
import { sessionLimits } from '@aichat/contracts/sessions'
import { mountAgentProfile } from './agent-profile/routes.ts'
import { mountAnswerTests } from './answer-tests/routes.ts'
import { type AnswerTesting, answerTestQueue, createAnswerTesting } from './answer-tests/run.ts'
import { createKeyCallers, isApiKey, type KeyCallers } from './api-keys/callers.ts'
import { mountApiKeys } from './api-keys/routes.ts'
import type { App } from './app.ts'
import { mountAudit } from './audit/routes.ts'
import { mountAuth } from './auth/routes.ts'
import { mountCompanies } from './companies/routes.ts'
import { projectCreator } from './create-project.ts'
import { createRetention, retentionQueue } from './erasure/retention.ts'
import { mountErasure } from './erasure/routes.ts'
import { mountFaq } from './faq/routes.ts'
import { type Sweep, startSweep } from './files/sweep.ts'
import { mountIdentity } from './identity/routes.ts'
import { mountInstallation } from './installation/routes.ts'
import { createSightings, type Sightings } from './installation/sightings.ts'
import { addSighting } from './installation/store.ts'
import { createAddressOf } from './kit/address.ts'
import { openEmbedder, openModel } from './kit/ai.ts'
import { type Bus, createBus } from './kit/bus.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import { migrate, openDatabase } from './kit/database.ts'
import { createDb } from './kit/db.ts'
import { createDrain } from './kit/drain.ts'
import { createFetchPage } from './kit/fetch-page.ts'
import { createHttp, type Http } from './kit/http.ts'
import { openJobs } from './kit/jobs.ts'
import { createLimits } from './kit/limits.ts'
import type { Log } from './kit/log.ts'
import { openMail } from './kit/mail.ts'
import { createMetrics, mountMetrics, watchPool } from './kit/metrics.ts'
import { createPresence } from './kit/presence.ts'
import { createPublicWeb } from './kit/public-web.ts'
import { createRealtime } from './kit/realtime.ts'
import { openRedis } from './kit/redis.ts'
import { openSearchParts } from './kit/search-parts.ts'
import type { Settings } from './kit/settings.ts'
import { mountStatic } from './kit/static.ts'
import { openStorage } from './kit/storage.ts'
import { createTokens } from './kit/tokens.ts'
import { startKeepingFresh } from './knowledge/keep-fresh.ts'
import { mountKnowledge } from './knowledge/routes.ts'
import { createRuns, embedQueue, type Runs } from './knowledge/run.ts'
import { mountSearchStatus } from './knowledge/search-status.ts'
import { startVectors } from './knowledge/vectors.ts'
import { mountLabels } from './labels/routes.ts'
import { mountNotes } from './notes/routes.ts'
import { mountProjects } from './projects/routes.ts'
import { mountPrompts } from './prompts/routes.ts'
import { mountReleases } from './releases/routes.ts'
import { mountSavedReplies } from './saved-replies/routes.ts'
import { createAutoReply } from './sessions/auto-reply.ts'
import { startKeepingSearchable } from './sessions/keep-searchable.ts'
import { createPost } from './sessions/post.ts'
import { mountSessions } from './sessions/routes.ts'
import { createAgentSends } from './sessions/send.ts'
import { mountStaffSocket } from './sessions/socket.ts'
import { mountTemplates } from './templates/routes.ts'
import { createCallers } from './users/callers.ts'
import { mountUsers } from './users/routes.ts'
import { mountFrame } from './visitors/frame.ts'
import { createPublished } from './visitors/published.ts'
import { mountVisitors } from './visitors/routes.ts'
import { mountVisitorSocket } from './visitors/socket.ts'
import { createDeliveries, webhookQueue } from './webhooks/deliver.ts'
import { mountWebhooks } from './webhooks/routes.ts'
import { mountWidget } from './widget/routes.ts'

export type Running = { app: App; url: string; close(): Promise<void> }

type Given = {
  settings: Settings
  log: Log
  /** The folder that holds server/migrations, console/dist and widget/dist. */
  root: string
  clock?: Clock
  /** Told before each step that may take a while. */
  onStep?: (sentence: string) => void
}

/** Each may take a parser's memory. */
const embedsAtOnce = 2
const answerTestsAtOnce = 1
const deliveriesAtOnce = 16
const retentionsAtOnce = 1

/** Opens everything, mounts the slices in the order of the ladder, and listens. */
export async function start({ settings, log, root, clock = systemClock, onStep }: Given): Promise<Running> {
  onStep?.(settings.databaseUrl ? 'Connecting to PostgreSQL' : `Opening the database in ${settings.dataDir}`)
  const database = await openDatabase(settings, log)
  const closers: (() => unknown)[] = [() => database.close()]
  try {
    const steps = await migrate(database.pool, path.join(root, 'server/migrations'))
    if (steps > 0) onStep?.('Migrated the database')

    const search = await openSearchParts(database.pool, log)
    const redis = await openRedis(settings.redisUrl, settings.appSecret, log)
    if (redis) closers.unshift(() => redis.client.quit().catch(() => redis.client.disconnect()))
    const db = createDb(database.pool, log, settings.databaseUrl !== null)
    const tokens = createTokens(settings.appSecret, clock)
    const bus = createBus(redis, settings.databaseUrl === null)
    closers.unshift(() => bus.close())
    const callers = createCallers({ db, tokens, clock, bus })
    const limits = createLimits(redis, settings.limitScale)
    const keyCallers = createKeyCallers({ db, clock, bus, limits, log })
    const http = await createHttp(settings, log, (token) =>
      (isApiKey(token) ? keyCallers : callers).identify(token),
    )
    const metrics = createMetrics()
    closers.unshift(() => metrics.close())
    watchPool(metrics, database.pool)
    mountMetrics(http, metrics, settings.metricsToken)
    const mail = openMail(settings.mail, log)
    closers.unshift(() => mail.close())
    const presence = createPresence(redis, sessionLimits.presenceGraceSeconds * 1000)
    closers.unshift(() => presence.close())
    const drain = createDrain(http.server)
    const realtime = createRealtime(http.server, redis, metrics)
    const jobs = await openJobs(database.pool, log, metrics)
    closers.unshift(() => jobs.close())
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
      model: openModel(settings),
      embedder: openEmbedder(settings, search, database.pool, log),
      search,
      fetchPage: createFetchPage(settings.fetchAllow, ownHosts),
      publicWeb: createPublicWeb(settings.fetchAllow, ownHosts),
      addressOf: createAddressOf(settings.trustProxy),
    }

    const state = { isDraining: false }
    mountHealth(http, app, state)
    const sightings = openSightings(app)
    const runs = createRuns(app)
    const sweep = startSweep(app)
    closers.unshift(() => sweep.close())
    const testing = createAnswerTesting(app)
    const deliveries = createDeliveries(app)
    const retention = createRetention({ app, sweep })
    const autoReply = mountSlices({ http, app, bus, keyCallers, sightings, runs, sweep, testing })
    await mountStatic(http, root)
    await http.listen({ port: settings.port, host: settings.host })
    await autoReply.resume()
    await jobs.work(embedQueue, embedsAtOnce, runs.handle)
    await jobs.work(answerTestQueue, answerTestsAtOnce, testing.handle)
    await jobs.work(webhookQueue, deliveriesAtOnce, deliveries.handle)
    testing.follow()
    deliveries.follow()
    await jobs.work(retentionQueue, retentionsAtOnce, retention.handle)
    retention.follow()
    const vectors = await startVectors(app)
    const keepFresh = startKeepingFresh(app, settings.databaseUrl === null)
    const searchable = startKeepingSearchable(app)

    return {
      app,
      url: addressOf(http),
      async close() {
        state.isDraining = true
        await autoReply.close()
        keepFresh.close()
        await searchable.close()
        testing.close()
        deliveries.close()
        retention.close()
        vectors.close()
        runs.close()
        const cut = drain()
        await realtime.close()
        await http.close()
        clearInterval(cut)
        await sightings.close()
        for (const close of closers) await close()
      },
    }
  } catch (error) {
    for (const close of closers) await close()
    throw error
  }
}

/** A sighting that cannot be stored is lost: the next one comes with the next page. */
function openSightings({ db, clock, log }: App): Sightings {
  return createSightings({
    clock,
    write: (seen) =>
      db
        .company(seen.companyId, (sql) => addSighting(sql, seen))
        .catch((error) => log.warn({ err: error }, 'a sighting was not stored')),
  })
}

type Parts = {
  http: Http
  app: App
  bus: Bus
  keyCallers: KeyCallers
  sightings: Sightings
  runs: Runs
  sweep: Sweep
  testing: AnswerTesting
}

function mountSlices({ http, app, bus, keyCallers, sightings, runs, sweep, testing }: Parts) {
  const post = createPost(app)
  const autoReply = createAutoReply(app, post, bus)
  const agentSends = createAgentSends(app, post, autoReply)
  mountAudit(http, app)
  mountCompanies(http, app)
  mountUsers(http, app)
  mountAuth(http, app)
  mountApiKeys(http, app, keyCallers)
  mountPrompts(http, app)
  mountTemplates(http)
  mountProjects(http, app, projectCreator(app))
  mountWidget(http, app)
  mountReleases(http, app, (scope) => testing.begin(scope, 'published'))
  mountInstallation(http, app)
  mountIdentity(http, app)
  mountAgentProfile(http, app)
  mountKnowledge(http, app, runs, sweep)
  mountSearchStatus(http, app)
  mountFaq(http, app)
  mountLabels(http, app)
  mountSavedReplies(http, app)
  mountSessions(http, app, autoReply, agentSends)
  mountAnswerTests(http, app, testing)
  mountNotes(http, app)
  mountWebhooks(http, app)
  mountVisitors(http, app, sightings, createPublished(http, app, bus))
  mountFrame(http, app, sightings)
  mountErasure(http, { app, sweep, autoReply })
  mountStaffSocket({ app, agentSends })
  mountVisitorSocket({ app, post, autoReply })
  return autoReply
}

function mountHealth(http: Http, { db }: App, state: { isDraining: boolean }): void {
  const hidden = { config: { access: 'public' as const }, schema: { hide: true }, compress: false as const }
  http.get('/livez', hidden, () => ({ status: 'ok' }))
  http.get('/readyz', hidden, async (_, reply) => {
    const isReady = !state.isDraining && (await db.answers())
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}

function addressOf(http: Http): string {
  const address = http.server.address()
  if (!address || typeof address === 'string') throw new Error('The server listens on a port')
  return `http://localhost:${address.port}`
}
