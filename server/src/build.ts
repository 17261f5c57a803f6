import { mountAgentProfile } from './agent-profile/routes.ts'
import { mountAnswerTests } from './answer-tests/routes.ts'
import { type AnswerTestRunner, createAnswerTestRunner } from './answer-tests/run.ts'
import type { ApiKeyCallerCache } from './api-keys/api-key-caller-cache.ts'
import { mountApiKeys } from './api-keys/routes.ts'
import type { App } from './app.ts'
import { mountAudit } from './audit/routes.ts'
import { mountAuth } from './auth/routes.ts'
import { mountCompanies } from './companies/routes.ts'
import { projectCreator } from './create-project.ts'
import { createDeletions, type Deletions } from './erasure/deletions.ts'
import { mountErasure } from './erasure/routes.ts'
import { mountFaq } from './faq/routes.ts'
import { createSweep, type Sweep } from './files/sweep.ts'
import { mountIdentity } from './identity/routes.ts'
import { type CheckIns, createCheckIns } from './installation/check-ins.ts'
import { mountInstallation } from './installation/routes.ts'
import { addCheckIn } from './installation/store.ts'
import { createDrain } from './kit/http/drain.ts'
import { mountHealth } from './kit/http/health.ts'
import type { Http } from './kit/http/http.ts'
import { limitRequestBodies } from './kit/http/request-limits.ts'
import { mountStatic } from './kit/http/static.ts'
import { readWidgetVersion } from './kit/http/widget-files.ts'
import type { InvalidationBus } from './kit/realtime/invalidation-bus.ts'
import { createEmbeddingRuns, type EmbeddingRuns } from './knowledge/embedding-runs.ts'
import { mountKnowledge } from './knowledge/routes.ts'
import { mountSearchStatus } from './knowledge/search-status.ts'
import { mountLabels } from './labels/routes.ts'
import { mountNotes } from './notes/routes.ts'
import { openApp, type StartOptions } from './open-app.ts'
import { mountProjects } from './projects/routes.ts'
import { mountPrompts } from './prompts/routes.ts'
import { mountReleases } from './releases/routes.ts'
import { runJobs } from './run-jobs.ts'
import { mountSavedReplies } from './saved-replies/routes.ts'
import { createAutoReply } from './sessions/auto-reply.ts'
import { createPost } from './sessions/post.ts'
import { mountProjectAutoReply } from './sessions/project-auto-reply.ts'
import { mountSessions } from './sessions/routes.ts'
import { createSendAgentMessage } from './sessions/send-agent-message.ts'
import { createSessionStateCache } from './sessions/session-state-cache.ts'
import { mountStaffSocket } from './sessions/socket.ts'
import { startStaffAccessCheck } from './sessions/staff-access-check.ts'
import { mountTemplates } from './templates/routes.ts'
import { mountTestChat } from './test-chat/routes.ts'
import { mountUsers } from './users/routes.ts'
import { mountFrame } from './visitors/frame.ts'
import { createPublicConfigCache } from './visitors/public-config-cache.ts'
import { mountVisitors } from './visitors/routes.ts'
import { mountVisitorSocket } from './visitors/socket.ts'
import { mountWebhooks } from './webhooks/routes.ts'
import { mountWidget } from './widget/routes.ts'

export type Running = { app: App; url: string; close(): Promise<void> }

/** Starts a web process: opens its resources, mounts the slices in dependency order, and listens. */
export async function start(options: StartOptions): Promise<Running> {
  const { settings, root } = options
  const { app, http, bus, apiKeyCallers, realtime, close } = await openApp(options, 'web')
  try {
    limitRequestBodies(http.server, options.requestLimits)
    const drain = createDrain(http.server)
    const state = { isDraining: false }
    mountHealth(http, app.db, state)
    const checkIns = openCheckIns(app)
    const runs = createEmbeddingRuns(app)
    const sweep = createSweep(app)
    const deletions = createDeletions({ app, sweep })
    const testing = createAnswerTestRunner(app)
    const { autoReply, accessCheck } = mountSlices({
      http,
      app,
      bus,
      apiKeyCallers,
      checkIns,
      runs,
      sweep,
      deletions,
      testing,
      widgetVersion: readWidgetVersion(root),
    })
    await mountStatic(http, root, { isDevelopment: process.env.NODE_ENV === 'development' })
    await http.listen({ port: settings.port, host: settings.host })
    autoReply.start()
    const jobRunner = settings.runsJobs ? await runJobs(app, { runs, testing, sweep, deletions }) : null

    return {
      app,
      url: getUrl(http),
      async close() {
        state.isDraining = true
        await autoReply.close()
        await accessCheck.close()
        await jobRunner?.close()
        await testing.close()
        runs.close()
        const stopDraining = drain()
        await realtime.close()
        await http.close()
        stopDraining()
        await checkIns.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A check-in that cannot be stored is dropped: the next page view reports again. */
function openCheckIns({ db, clock, log }: App): CheckIns {
  return createCheckIns({
    clock,
    write: (seen) =>
      db
        .company(seen.companyId, (sql) => addCheckIn(sql, seen))
        .catch((error) => log.warn({ err: error }, 'failed to store check-in')),
  })
}

type SliceDependencies = {
  http: Http
  app: App
  bus: InvalidationBus
  apiKeyCallers: ApiKeyCallerCache
  checkIns: CheckIns
  runs: EmbeddingRuns
  sweep: Sweep
  deletions: Deletions
  testing: AnswerTestRunner
  widgetVersion: string
}

function mountSlices(dependencies: SliceDependencies) {
  const { http, app, bus, apiKeyCallers, checkIns, runs, sweep, deletions, testing, widgetVersion } =
    dependencies
  const stateCache = createSessionStateCache(app.realtime)
  const post = createPost(app, stateCache)
  const autoReply = createAutoReply(app, post, bus)
  const sendAgentMessage = createSendAgentMessage(app, post, autoReply)
  mountAudit(http, app)
  mountCompanies(http, app)
  mountUsers(http, app)
  mountAuth(http, app)
  mountApiKeys(http, app, apiKeyCallers)
  mountPrompts(http, app)
  mountTemplates(http)
  mountProjects(http, app, {
    create: projectCreator(app),
    beginDeletion: (companyId, projectId) => deletions.begin('project', companyId, projectId),
  })
  mountWidget(http, app)
  mountReleases(http, app, (scope) => testing.startRun(scope, 'published'))
  mountInstallation(http, app)
  mountIdentity(http, app)
  mountAgentProfile(http, app)
  mountKnowledge(http, app, runs, sweep)
  mountSearchStatus(http, app)
  mountFaq(http, app)
  mountLabels(http, app, (companyId, labelId) => deletions.begin('label', companyId, labelId))
  mountSavedReplies(http, app)
  mountSessions(http, app, autoReply, sendAgentMessage)
  mountProjectAutoReply(http, app)
  mountAnswerTests(http, app, testing)
  mountTestChat(http, app)
  mountNotes(http, app)
  mountWebhooks(http, app)
  mountVisitors(http, app, checkIns, createPublicConfigCache(http, app, bus))
  mountFrame(http, app, checkIns, widgetVersion)
  mountErasure(http, { app, sweep, autoReply })
  const accessCheck = startStaffAccessCheck(app, bus)
  mountStaffSocket({ app, accessCheck, stateCache, sendAgentMessage })
  mountVisitorSocket({ app, stateCache, post, autoReply })
  return { autoReply, accessCheck }
}

function getUrl(http: Http): string {
  const address = http.server.address()
  if (!address || typeof address === 'string') throw new Error('The server listens on a port')
  return `http://localhost:${address.port}`
}
