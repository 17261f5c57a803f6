import { createAnswerTestRunner } from './answer-tests/run.ts'
import { createSweep } from './files/sweep.ts'
import { createDrain } from './kit/http/drain.ts'
import { mountHealth } from './kit/http/health.ts'
import { SettingsError } from './kit/process/settings.ts'
import { createEmbeddingRuns } from './knowledge/embedding-runs.ts'
import { type Given, openApp } from './open-app.ts'
import { runJobs } from './run-jobs.ts'

/** Runs jobs, and answers nobody but who asks how it is. */
export async function startWorker(given: Given): Promise<{ close(): Promise<void> }> {
  const { settings } = given
  if (!settings.databaseUrl)
    throw new SettingsError(
      'A worker needs DATABASE_URL: the embedded database has one process, which runs its jobs itself.',
    )
  const { app, http, realtime, close } = await openApp(given, 'worker')
  try {
    const drain = createDrain(http.server)
    const state = { isDraining: false }
    mountHealth(http, app.db, state)
    await http.listen({ port: settings.workerPort, host: settings.host })
    const runs = createEmbeddingRuns(app)
    const testing = createAnswerTestRunner(app)
    const working = await runJobs(app, { runs, testing, sweep: createSweep(app) })
    return {
      async close() {
        state.isDraining = true
        await working.close()
        await testing.close()
        runs.close()
        const cut = drain()
        await realtime.close()
        await http.close()
        clearInterval(cut)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
