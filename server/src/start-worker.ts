import { createAnswerTestRunner } from './answer-tests/run.ts'
import { createDeletions } from './erasure/deletions.ts'
import { createSweep } from './files/sweep.ts'
import { createDrain } from './kit/http/drain.ts'
import { mountHealth } from './kit/http/health.ts'
import { SettingsError } from './kit/process/settings.ts'
import { createEmbeddingRuns } from './knowledge/embedding-runs.ts'
import { openApp, type StartOptions } from './open-app.ts'
import { runJobs } from './run-jobs.ts'

/** Starts a process that runs jobs and serves only its health and metrics. */
export async function startWorker(options: StartOptions): Promise<{ close(): Promise<void> }> {
  const { settings } = options
  if (!settings.databaseUrl)
    throw new SettingsError(
      'A worker needs DATABASE_URL: the embedded database is limited to one process, which runs the jobs itself.',
    )
  const { app, http, realtime, close } = await openApp(options, 'worker')
  try {
    const drain = createDrain(http.server)
    const state = { isDraining: false }
    mountHealth(http, app.db, state)
    await http.listen({ port: settings.workerPort, host: settings.host })
    const runs = createEmbeddingRuns(app)
    const testing = createAnswerTestRunner(app)
    const sweep = createSweep(app)
    const deletions = createDeletions({ app, sweep })
    const worker = await runJobs(app, { runs, testing, sweep, deletions })
    return {
      async close() {
        state.isDraining = true
        await worker.close()
        await testing.close()
        runs.close()
        const stopDraining = drain()
        await realtime.close()
        await http.close()
        stopDraining()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
