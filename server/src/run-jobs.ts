import { type AnswerTestRunner, answerTestQueue } from './answer-tests/run.ts'
import type { App } from './app.ts'
import { createRetention, retentionQueue } from './erasure/retention.ts'
import type { Sweep } from './files/sweep.ts'
import { type EmbeddingRuns, embedQueue } from './knowledge/embedding-runs.ts'
import { startPageRefresh } from './knowledge/refresh-pages.ts'
import { startVectorBackfill } from './knowledge/backfill-vectors.ts'
import { startSearchIndexing } from './sessions/index-for-search.ts'
import { createDeliveries, webhookQueue } from './webhooks/deliver.ts'

/** Each may take a parser's memory. */
const embedsAtOnce = 2
const answerTestsAtOnce = 1
const deliveriesAtOnce = 16
const retentionsAtOnce = 1

type Parts = { runs: EmbeddingRuns; testing: AnswerTestRunner; sweep: Sweep }

/**
 * Runs what is queued, and looks now and then for what is due. Any number of processes may do so at once: whatever a look
 * finds is claimed in the database, so there is no leader that could be missing.
 */
export async function runJobs(
  app: App,
  { runs, testing, sweep }: Parts,
): Promise<{ close(): Promise<void> }> {
  await app.jobs.work(embedQueue, embedsAtOnce, runs.handle)
  await app.jobs.work(answerTestQueue, answerTestsAtOnce, testing.handle)
  const deliveries = createDeliveries(app)
  await app.jobs.work(webhookQueue, deliveriesAtOnce, deliveries.handle)
  const retention = createRetention({ app, sweep })
  await app.jobs.work(retentionQueue, retentionsAtOnce, retention.handle)
  testing.start()
  deliveries.start()
  retention.start()
  sweep.start()
  const vectors = await startVectorBackfill(app)
  const keepFresh = startPageRefresh(app, app.settings.databaseUrl === null)
  const searchable = startSearchIndexing(app)
  const tasks = [searchable, deliveries, retention, keepFresh, vectors, sweep]
  return {
    async close() {
      await Promise.all(tasks.map((task) => task.close()))
    },
  }
}
