import { type AnswerTestRunner, answerTestQueue } from './answer-tests/run.ts'
import type { App } from './app.ts'
import { type Deletions, deletionQueue } from './erasure/deletions.ts'
import { createRetention, retentionQueue } from './erasure/retention.ts'
import type { Sweep } from './files/sweep.ts'
import { startVectorBackfill } from './knowledge/backfill-vectors.ts'
import { type EmbeddingRuns, embedQueue } from './knowledge/embedding-runs.ts'
import { startPageRefresh } from './knowledge/refresh-pages.ts'
import { startSearchIndexing } from './sessions/index-for-search.ts'
import { createDeliveries, prepareDeliveries, webhookQueue } from './webhooks/deliver.ts'

/** Jobs of a queue that one process runs at a time. An embedding may take the memory of a parser. */
const embeddingConcurrency = 2
const answerTestConcurrency = 1
/** Deliveries wait for other servers, and up to 16 of them for the same one. */
const deliveryConcurrency = 64
const retentionConcurrency = 1
const deletionConcurrency = 1

type JobDependencies = { runs: EmbeddingRuns; testing: AnswerTestRunner; sweep: Sweep; deletions: Deletions }

/**
 * Handles queued jobs and runs the scheduled tasks. Any number of processes may do so: a task claims the work it finds in the
 * database, so no leader is needed.
 */
export async function runJobs(
  app: App,
  { runs, testing, sweep, deletions }: JobDependencies,
): Promise<{ close(): Promise<void> }> {
  await app.jobs.work(embedQueue, embeddingConcurrency, runs.handle)
  await app.jobs.work(answerTestQueue, answerTestConcurrency, testing.handle)
  prepareDeliveries(app)
  const deliveries = createDeliveries(app)
  await app.jobs.work(webhookQueue, deliveryConcurrency, deliveries.handle)
  const retention = createRetention({ app, sweep })
  await app.jobs.work(retentionQueue, retentionConcurrency, retention.handle)
  await app.jobs.work(deletionQueue, deletionConcurrency, deletions.handle)
  testing.start()
  deliveries.start()
  retention.start()
  deletions.start()
  sweep.start()
  const vectors = await startVectorBackfill(app)
  const keepFresh = startPageRefresh(app, app.settings.databaseUrl === null)
  const searchable = startSearchIndexing(app)
  const tasks = [searchable, deliveries, retention, deletions, keepFresh, vectors, sweep]
  return {
    async close() {
      await Promise.all(tasks.map((task) => task.close()))
    },
  }
}
