import { answerTestQueue } from './answer-tests/run.ts'
import type { App } from './app.ts'
import type { BackgroundWork } from './background-work.ts'
import { startInboundEmails } from './email/inbound/receive-emails.ts'
import { startReplyEmails } from './email/replies/send-reply-emails.ts'
import { createRetention, retentionQueue } from './erasure/retention.ts'
import { inspectionQueue } from './findings/inspections.ts'
import { deletionQueue } from './kit/jobs/deletions.ts'
import { startVectorBackfill } from './knowledge/index/backfill-vectors.ts'
import { embedQueue } from './knowledge/index/embedding-runs.ts'
import { startPageRefresh } from './knowledge/index/refresh-pages.ts'
import { startPushNotifications } from './notifications/send-notifications.ts'
import { textErasureQueue } from './releases/erase-texts.ts'
import { replayQueue } from './replays/run.ts'
import { startFactsRefresh } from './reports/refresh-facts.ts'
import { startTopicDescriptions } from './reports/topics/describe-topics.ts'
import { startWeeklyReports } from './reports/weekly/send-weekly-reports.ts'
import { startSearchIndexing } from './sessions/index-for-search.ts'
import { sourceQueue } from './sources/source-runs.ts'
import { createDeliveries, prepareDeliveries, webhookQueue } from './webhooks/deliver.ts'

/** Jobs of a queue that one process runs at a time. An embedding may take the memory of a parser. */
const embeddingConcurrency = 2
const answerTestConcurrency = 1
/** Replays run beside live answers, so one question at a time. */
const replayConcurrency = 1
/** An inspection takes one of the two child processes. */
const inspectionConcurrency = 1
/** Deliveries wait for other servers, and up to 16 of them for the same one. */
const deliveryConcurrency = 64
/** Runs that read websites wait for them most of the time. */
const sourceConcurrency = 4
const retentionConcurrency = 1
const deletionConcurrency = 1

/**
 * Handles queued jobs and runs the scheduled tasks. Any number of processes may do so: a task claims the work it finds in the
 * database, so no leader is needed.
 */
export async function runJobs(
  app: App,
  { runs, sourceRuns, inspections, testing, replays, sweep, deletions, textErasure }: BackgroundWork,
): Promise<{ close(): Promise<void> }> {
  await app.jobs.work(embedQueue, embeddingConcurrency, runs.handle)
  await app.jobs.work(sourceQueue, sourceConcurrency, sourceRuns.handle)
  await app.jobs.work(inspectionQueue, inspectionConcurrency, inspections.handle)
  await app.jobs.work(answerTestQueue, answerTestConcurrency, testing.handle)
  await app.jobs.work(replayQueue, replayConcurrency, replays.handle)
  prepareDeliveries(app)
  const deliveries = createDeliveries(app)
  await app.jobs.work(webhookQueue, deliveryConcurrency, deliveries.handle)
  const retention = createRetention({ ...app, sweep })
  await app.jobs.work(retentionQueue, retentionConcurrency, retention.handle)
  await app.jobs.work(deletionQueue, deletionConcurrency, deletions.handle)
  await app.jobs.work(textErasureQueue, deletionConcurrency, textErasure.handle)
  testing.start()
  replays.start()
  inspections.start()
  sourceRuns.start(app.settings.databaseUrl === null)
  deliveries.start()
  retention.start()
  deletions.start()
  sweep.start()
  const vectors = await startVectorBackfill(app)
  const keepFresh = startPageRefresh(app, app.settings.databaseUrl === null)
  const searchable = startSearchIndexing(app)
  const countable = startFactsRefresh(app)
  const described = startTopicDescriptions(app)
  const weekly = startWeeklyReports(app)
  const replyEmails = startReplyEmails(app)
  const inboundEmails = startInboundEmails(app)
  const pushNotifications = startPushNotifications(app)
  const tasks = [
    inspections,
    searchable,
    countable,
    described,
    weekly,
    replyEmails,
    inboundEmails,
    pushNotifications,
    deliveries,
    retention,
    deletions,
    keepFresh,
    vectors,
    sweep,
  ]
  return {
    async close() {
      await Promise.all(tasks.map((task) => task.close()))
    },
  }
}
