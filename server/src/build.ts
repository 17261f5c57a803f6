import { mountAgentProfile } from './agent-profile/routes.ts'
import { mountAiModel } from './ai-model/routes.ts'
import { mountAnswerTests } from './answer-tests/routes.ts'
import { type AnswerTestRunner, createAnswerTestRunner } from './answer-tests/run.ts'
import type { ApiKeyCallerCache } from './api-keys/api-key-caller-cache.ts'
import { mountApiKeys } from './api-keys/routes.ts'
import type { App } from './app.ts'
import { mountAudit } from './audit/routes.ts'
import { mountAuth } from './auth/routes.ts'
import { createAutoReply } from './auto-reply/auto-reply.ts'
import { mountProjectAutoReply } from './auto-reply/routes.ts'
import { mountCompanies } from './companies/routes.ts'
import { createProject } from './create-project.ts'
import { mountErasure } from './erasure/routes.ts'
import { mountFaq } from './faq/routes.ts'
import { createSweep, type Sweep } from './files/sweep.ts'
import { createInspections } from './findings/inspections.ts'
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
import type { Deletions } from './kit/jobs/deletions.ts'
import type { InvalidationBus } from './kit/realtime/invalidation-bus.ts'
import { createEmbeddingRuns, type EmbeddingRuns } from './knowledge/index/embedding-runs.ts'
import { mountKnowledgeReview } from './knowledge/review.ts'
import { mountKnowledge } from './knowledge/routes.ts'
import { mountSearchStatus } from './knowledge/search/search-status.ts'
import { mountLabels } from './labels/routes.ts'
import { createOptimisticWriter } from './messages/optimistic-write.ts'
import { createBatchWriter, createPost } from './messages/post.ts'
import { createSessionStateCache } from './messages/state-cache.ts'
import { mountNotes } from './notes/routes.ts'
import { openApp, type StartOptions } from './open-app.ts'
import { type DeletedKind, openDeletions } from './open-deletions.ts'
import { mountProjects } from './projects/routes.ts'
import { mountPrompts } from './prompts/routes.ts'
import { mountAnswerSets } from './releases/answer-routes.ts'
import { createTextErasure, type TextErasure } from './releases/erase-texts.ts'
import { mountAnswerRemoval } from './releases/removal-routes.ts'
import { mountReleases } from './releases/routes.ts'
import { mountReplays } from './replays/routes.ts'
import { createReplayRunner, type ReplayRunner } from './replays/run.ts'
import { runJobs } from './run-jobs.ts'
import { mountSavedReplies } from './saved-replies/routes.ts'
import { mountSessions } from './sessions/routes.ts'
import { createSendAgentMessage } from './sessions/send-agent-message.ts'
import { pageContents } from './sources/page-contents.ts'
import { mountSourcePages } from './sources/page-routes.ts'
import { mountSources } from './sources/routes.ts'
import { mountSourceRuns } from './sources/run-routes.ts'
import { createSourceRuns, type SourceRuns } from './sources/source-runs.ts'
import { startStaffAccessCheck } from './staff-channel/access-check.ts'
import { mountStaffSocket } from './staff-channel/socket.ts'
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
    const runs = createEmbeddingRuns(app, undefined, pageContents)
    const sourceRuns = createSourceRuns(app)
    const inspections = createInspections(app)
    const sweep = createSweep(app)
    const deletions = openDeletions(app, sweep)
    const textErasure = createTextErasure({ app, sweep })
    const testing = createAnswerTestRunner(app, bus)
    const replays = createReplayRunner(app)
    const { autoReply, accessCheck } = mountSlices({
      http,
      app,
      bus,
      apiKeyCallers,
      checkIns,
      runs,
      sourceRuns,
      sweep,
      deletions,
      textErasure,
      testing,
      replays,
      widgetVersion: readWidgetVersion(root),
    })
    await mountStatic(http, root)
    mountWidgetFiles(http, { root, isDevelopment: process.env.NODE_ENV === 'development' })
    await http.listen({ port: settings.port, host: settings.host })
    autoReply.start()
    const jobRunner = settings.runsJobs
      ? await runJobs(app, { runs, sourceRuns, inspections, testing, replays, sweep, deletions, textErasure })
      : null

    return {
      app,
      url: getUrl(http),
      async close() {
        state.isDraining = true
        await autoReply.close()
        await accessCheck.close()
        await jobRunner?.close()
        await testing.close()
        await replays.close()
        await sourceRuns.close()
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
  sourceRuns: SourceRuns
  sweep: Sweep
  deletions: Deletions<DeletedKind>
  textErasure: TextErasure
  testing: AnswerTestRunner
  replays: ReplayRunner
  widgetVersion: string
}

function mountSlices(dependencies: SliceDependencies) {
  const { http, app, bus, apiKeyCallers, checkIns, runs, sourceRuns, sweep } = dependencies
  const { deletions, textErasure, testing, replays, widgetVersion } = dependencies
  const stateCache = createSessionStateCache(app.realtime)
  const post = createPost(app, createOptimisticWriter(app.db, stateCache, createBatchWriter(app.db)))
  const autoReply = createAutoReply(app, post, bus)
  const sendAgentMessage = createSendAgentMessage(app, post, autoReply)
  mountAudit(http, app)
  mountCompanies(http)
  mountUsage(http, app)
  mountUsers(http, app)
  mountAuth(http, app)
  mountApiKeys(http, apiKeyCallers)
  mountPrompts(http, app)
  mountTemplates(http)
  mountProjects(http, app, {
    createProject,
    beginDeletion: (companyId, projectId) => deletions.begin('project', companyId, projectId),
  })
  mountHours(http)
  mountWidget(http)
  mountInstallation(http)
  mountIdentity(http, app)
  mountAgentProfile(http, app)
  mountKnowledge(http, app, runs, sweep)
  mountKnowledgeReview(http, app)
  mountSearchStatus(http, app)
  mountSources(http, (companyId, sourceId) => deletions.begin('source', companyId, sourceId))
  mountSourceRuns(http, app, sourceRuns)
  mountSourcePages(http, app)
  mountFaq(http, app)
  mountReleases(http, app, {
    testDraft: testing.testDraft,
    onPublished: (scope) => testing.startRun(scope, 'published'),
  })
  mountAnswerSets(http, app)
  mountAnswerRemoval(http, app, textErasure)
  mountFindings(http, app)
  mountSavedReplies(http, app)
  mountSessions(http, app, autoReply, sendAgentMessage)
  mountProjectAutoReply(http, app)
  mountWritingAssistant(http, app)
  mountLabels(http, app, (companyId, labelId) => deletions.begin('label', companyId, labelId))
  mountAnswerTests(http, app, testing)
  mountReplays(http, app, replays, bus)
  mountTestChat(http, app)
  mountAiModel(http, app)
  mountNotes(http, app)
  mountWebhooks(http, app)
  const configCache = createPublicConfigCache(http, app, bus, createPublicHours(app, bus))
  mountVisitors(http, app, checkIns, configCache)
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
