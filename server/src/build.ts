import { mountAgentProfile } from './agent-profile/routes.ts'
import { mountAiModel } from './ai-model/routes.ts'
import { mountAnswerTests } from './answer-tests/routes.ts'
import type { ApiKeyCallerCache } from './api-keys/api-key-caller-cache.ts'
import { mountApiKeys } from './api-keys/routes.ts'
import type { App } from './app.ts'
import { mountAudit } from './audit/routes.ts'
import { mountFirstAccount } from './auth/first-account.ts'
import { mountAuth } from './auth/routes.ts'
import { createAutoReply } from './auto-reply/auto-reply.ts'
import { mountProjectAutoReply } from './auto-reply/routes.ts'
import { type BackgroundWork, closeBackgroundWork, createBackgroundWork } from './background-work.ts'
import { mountCompanies } from './companies/routes.ts'
import { createProject } from './create-project.ts'
import { mountEmail } from './email/routes.ts'
import { mountErasure } from './erasure/routes.ts'
import { mountFaq } from './faq/routes.ts'
import { mountFindings } from './findings/routes.ts'
import { createPublicHours } from './hours/public-hours.ts'
import { mountHours } from './hours/routes.ts'
import { mountIdentity } from './identity/routes.ts'
import { type CheckIns, createCheckIns } from './installation/check-ins.ts'
import { mountInstallation } from './installation/routes.ts'
import { addCheckIn } from './installation/store.ts'
import { createDrain } from './kit/http/drain.ts'
import { mountHealth } from './kit/http/health.ts'
import type { Http } from './kit/http/http.ts'
import { limitRequestBodies } from './kit/http/request-limits.ts'
import { mountStatic } from './kit/http/static.ts'
import type { InvalidationBus } from './kit/realtime/invalidation-bus.ts'
import { mountKnowledgeReview } from './knowledge/review.ts'
import { mountKnowledge } from './knowledge/routes.ts'
import { mountSearchStatus } from './knowledge/search/search-status.ts'
import { mountLabels } from './labels/routes.ts'
import { createOptimisticWriter } from './messages/optimistic-write.ts'
import { createBatchWriter, createPost } from './messages/post.ts'
import { createSessionStateCache } from './messages/state-cache.ts'
import { mountNotes } from './notes/routes.ts'
import { mountNotifications } from './notifications/routes.ts'
import { openApp, type StartOptions } from './open-app.ts'
import { mountProjects } from './projects/routes.ts'
import { mountPrompts } from './prompts/routes.ts'
import { mountAnswerSets } from './releases/answer-routes.ts'
import { mountAnswerRemoval } from './releases/removal-routes.ts'
import { mountReleases, type ReleaseTests } from './releases/routes.ts'
import { mountReplays } from './replays/routes.ts'
import { mountReports } from './reports/routes.ts'
import { mountTopics } from './reports/topics/routes.ts'
import { mountReportSubscriptions } from './reports/weekly/routes.ts'
import { runJobs } from './run-jobs.ts'
import { mountSavedReplies } from './saved-replies/routes.ts'
import { mountSessions } from './sessions/routes.ts'
import { createSendAgentMessage } from './sessions/send-agent-message.ts'
import { mountSourcePages } from './sources/page-routes.ts'
import { mountSources } from './sources/routes.ts'
import { mountSourceRuns } from './sources/run-routes.ts'
import { startStaffAccessCheck } from './staff-channel/access-check.ts'
import { mountStaffSocket } from './staff-channel/socket.ts'
import { mountSummaries } from './summaries/routes.ts'
import { mountTemplates } from './templates/routes.ts'
import { mountTestChat } from './test-chat/routes.ts'
import { mountUsage } from './usage/routes.ts'
import { mountUsers } from './users/routes.ts'
import { mountFrame } from './visitors/frame.ts'
import { createPublicConfigCache } from './visitors/public-config-cache.ts'
import { mountVisitors } from './visitors/routes.ts'
import { mountVisitorSocket } from './visitors/socket.ts'
import { mountWebhooks } from './webhooks/routes.ts'
import { mountWidgetFiles, readWidgetVersion } from './widget/files.ts'
import { mountWidget } from './widget/routes.ts'
import { mountWritingAssistant } from './writing-assistant/routes.ts'

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
    const work = createBackgroundWork(app, bus)
    const widgetVersion = readWidgetVersion(root)
    const dependencies = createDependencies(http, app, { work, bus, apiKeyCallers, checkIns, widgetVersion })
    for (const mount of slices) mount(http, dependencies)
    mountStaffSocket(dependencies)
    mountVisitorSocket(dependencies)
    await mountStatic(http, root)
    mountFirstAccount(http, app)
    mountWidgetFiles(http, { root, isDevelopment: process.env.NODE_ENV === 'development' })
    await http.listen({ port: settings.port, host: settings.host })
    dependencies.autoReply.start()
    const jobRunner = settings.runsJobs ? await runJobs(app, work) : null

    return {
      app,
      url: getUrl(http),
      async close() {
        state.isDraining = true
        await dependencies.autoReply.close()
        await dependencies.accessCheck.close()
        await jobRunner?.close()
        await closeBackgroundWork(work)
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

type Opened = {
  work: BackgroundWork
  bus: InvalidationBus
  apiKeyCallers: ApiKeyCallerCache
  checkIns: CheckIns
  widgetVersion: string
}

/** All that slices may depend on. Each declares the part that it needs. */
function createDependencies(http: Http, app: App, { work, ...opened }: Opened) {
  const { bus } = opened
  const stateCache = createSessionStateCache(app.realtime)
  const post = createPost(app, createOptimisticWriter(app.db, stateCache, createBatchWriter(app.db)))
  const autoReply = createAutoReply({ ...app, post, bus })
  const releaseTests: ReleaseTests = {
    testDraft: work.testing.testDraft,
    onPublished: (scope) => work.testing.startRun(scope, 'published'),
  }
  return {
    ...app,
    ...work,
    ...opened,
    stateCache,
    post,
    autoReply,
    releaseTests,
    createProject,
    sendAgentMessage: createSendAgentMessage(app, post, autoReply),
    accessCheck: startStaffAccessCheck(app, bus),
    configCache: createPublicConfigCache(http, app, bus, createPublicHours(app, bus)),
  }
}

type Mount = (http: Http, dependencies: ReturnType<typeof createDependencies>) => void

/** The slices in dependency order. */
const slices: Mount[] = [
  mountAudit,
  mountCompanies,
  mountUsage,
  mountUsers,
  mountAuth,
  mountApiKeys,
  mountPrompts,
  mountTemplates,
  mountProjects,
  mountHours,
  mountWidget,
  mountInstallation,
  mountIdentity,
  mountAgentProfile,
  mountKnowledge,
  mountKnowledgeReview,
  mountSearchStatus,
  mountSources,
  mountSourceRuns,
  mountSourcePages,
  mountFaq,
  mountReleases,
  mountAnswerSets,
  mountAnswerRemoval,
  mountFindings,
  mountSavedReplies,
  mountSessions,
  mountReports,
  mountTopics,
  mountReportSubscriptions,
  mountProjectAutoReply,
  mountWritingAssistant,
  mountSummaries,
  mountLabels,
  mountAnswerTests,
  mountReplays,
  mountTestChat,
  mountAiModel,
  mountNotes,
  mountNotifications,
  mountWebhooks,
  mountVisitors,
  mountFrame,
  mountEmail,
  mountErasure,
]

function getUrl(http: Http): string {
  const address = http.server.address()
  if (!address || typeof address === 'string') throw new Error('The server listens on a port')
  return `http://localhost:${address.port}`
}
