import { type AnswerTesting, answerTestQueue } from './answer-tests/run.ts'
import type { App } from './app.ts'
import type { Sweep } from './files/sweep.ts'
import { startKeepingFresh } from './knowledge/keep-fresh.ts'
import { embedQueue, type Runs } from './knowledge/run.ts'
import { startVectors } from './knowledge/vectors.ts'

/** Each may take a parser's memory. */
const embedsAtOnce = 2
const answerTestsAtOnce = 1

type Parts = { runs: Runs; testing: AnswerTesting; sweep: Sweep }

/**
 * Runs what is queued, and looks now and then for what is due. Any number of processes may do so at once: whatever a look
 * finds is claimed in the database, so there is no leader that could be missing.
 */
export async function runJobs(app: App, { runs, testing, sweep }: Parts): Promise<{ close(): void }> {
  await app.jobs.work(embedQueue, embedsAtOnce, runs.handle)
  await app.jobs.work(answerTestQueue, answerTestsAtOnce, testing.handle)
  testing.follow()
  sweep.follow()
  const vectors = await startVectors(app)
  const keepFresh = startKeepingFresh(app, app.settings.databaseUrl === null)
  return {
    close() {
      keepFresh.close()
      vectors.close()
      sweep.close()
    },
  }
}
