import path from 'node:path'
import { sessionLimits } from '@aichat/contracts/sessions'
import { mountAgentProfile } from './agent-profile/routes.ts'
import type { App } from './app.ts'
import { mountAudit } from './audit/routes.ts'
import { mountAuth } from './auth/routes.ts'
import { mountCompanies } from './companies/routes.ts'
import { projectCreator } from './create-project.ts'
import { mountFaq } from './faq/routes.ts'
import { createAddressOf } from './kit/address.ts'
import { openModel } from './kit/ai.ts'
import { createBus } from './kit/bus.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import { migrate, openDatabase } from './kit/database.ts'
import { createDb } from './kit/db.ts'
import { createFetchPage } from './kit/fetch-page.ts'
import { createHttp, type Http } from './kit/http.ts'
import { createLimits } from './kit/limits.ts'
import type { Log } from './kit/log.ts'
import { openMail } from './kit/mail.ts'
import { createPresence } from './kit/presence.ts'
import { createRealtime } from './kit/realtime.ts'
import { openRedis } from './kit/redis.ts'
import type { Settings } from './kit/settings.ts'
import { mountStatic } from './kit/static.ts'
import { createTokens } from './kit/tokens.ts'
import { mountKnowledge } from './knowledge/routes.ts'
import { mountProjects } from './projects/routes.ts'
import { mountPrompts } from './prompts/routes.ts'
import { mountReleases } from './releases/routes.ts'
import { createAutoReply } from './sessions/auto-reply.ts'
import { createPost } from './sessions/post.ts'
import { mountSessions } from './sessions/routes.ts'
import { mountStaffSocket } from './sessions/socket.ts'
import { mountTemplates } from './templates/routes.ts'
import { createCallers } from './users/callers.ts'
import { mountUsers } from './users/routes.ts'
import { mountFrame } from './visitors/frame.ts'
import { mountVisitors } from './visitors/routes.ts'
import { mountVisitorSocket } from './visitors/socket.ts'
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

/** Opens everything, mounts the slices in the order of the ladder, and listens. */
export async function start({ settings, log, root, clock = systemClock, onStep }: Given): Promise<Running> {
  onStep?.(settings.databaseUrl ? 'Connecting to PostgreSQL' : `Opening the database in ${settings.dataDir}`)
  const database = await openDatabase(settings, log)
  const closers: (() => unknown)[] = [() => database.close()]
  try {
    const steps = await migrate(database.pool, path.join(root, 'server/migrations'))
    if (steps > 0) onStep?.('Migrated the database')

    const redis = openRedis(settings.redisUrl, settings.appSecret, log)
    if (redis) closers.unshift(() => redis.client.quit().catch(() => redis.client.disconnect()))
    const db = createDb(database.pool, log)
    const tokens = createTokens(settings.appSecret, clock)
    const bus = createBus(redis, settings.databaseUrl === null)
    closers.unshift(() => bus.close())
    const callers = createCallers({ db, tokens, clock, bus })
    const http = await createHttp(settings, log, callers.identify)
    const mail = openMail(settings.mail, log)
    closers.unshift(() => mail.close())
    const presence = createPresence(redis, sessionLimits.presenceGraceSeconds * 1000)
    closers.unshift(() => presence.close())
    const realtime = createRealtime(http.server, redis)
    const app: App = {
      settings,
      log,
      clock,
      db,
      tokens,
      callers,
      presence,
      realtime,
      mail,
      limits: createLimits(redis, settings.limitScale),
      model: openModel(settings),
      fetchPage: createFetchPage(settings.fetchAllow, [new URL(settings.publicUrl).hostname]),
      addressOf: createAddressOf(settings.trustProxy),
    }

    const state = { isDraining: false }
    mountHealth(http, app, state)
    const autoReply = mountSlices(http, app)
    await mountStatic(http, root)
    await http.listen({ port: settings.port, host: settings.host })
    await autoReply.resume()

    return {
      app,
      url: addressOf(http),
      async close() {
        state.isDraining = true
        await autoReply.close()
        await realtime.close()
        await http.close()
        for (const close of closers) await close()
      },
    }
  } catch (error) {
    for (const close of closers) await close()
    throw error
  }
}

function mountSlices(http: Http, app: App) {
  const post = createPost(app)
  const autoReply = createAutoReply(app, post)
  mountAudit(http, app)
  mountCompanies(http, app)
  mountUsers(http, app)
  mountAuth(http, app)
  mountPrompts(http, app)
  mountTemplates(http)
  mountProjects(http, app, projectCreator(app))
  mountWidget(http, app)
  mountReleases(http, app)
  mountAgentProfile(http, app)
  mountKnowledge(http, app)
  mountFaq(http, app)
  mountSessions(http, app, autoReply)
  mountVisitors(http, app)
  mountFrame(http, app)
  mountStaffSocket({ app, post, autoReply })
  mountVisitorSocket({ app, post, autoReply })
  return autoReply
}

function mountHealth(http: Http, { db }: App, state: { isDraining: boolean }): void {
  const hidden = { config: { access: 'public' as const }, schema: { hide: true } }
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
