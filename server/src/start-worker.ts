import { createAnswerTestRunner } from './answer-tests/run.ts'
import { createSweep } from './files/sweep.ts'
import { createInspections } from './findings/inspections.ts'
import { createDrain } from './kit/http/drain.ts'
import { mountHealth } from './kit/http/health.ts'
import { SettingsError } from './kit/process/settings.ts'
import { createEmbeddingRuns } from './knowledge/index/embedding-runs.ts'
import { openApp, type StartOptions } from './open-app.ts'
import { openDeletions } from './open-deletions.ts'
import { createTextErasure } from './releases/erase-texts.ts'
import { createReplayRunner } from './replays/run.ts'
import { runJobs } from './run-jobs.ts'
import { pageContents } from './sources/page-contents.ts'
import { createSourceRuns } from './sources/source-runs.ts'

/** Starts a process that runs jobs and serves only its health and metrics. */
export async function startWorker(options: StartOptions): Promise<{ close(): Promise<void> }> {
  const { settings } = options
  if (!settings.databaseUrl)
    throw new SettingsError(
      'A worker needs DATABASE_URL: the embedded database is limited to one process, which runs the jobs itself.',
    )
  const { app, http, bus, realtime, close } = await openApp(options, 'worker')
  try {
    const drain = createDrain(http.server)
    const state = { isDraining: false }
    mountHealth(http, app.db, state)
    await http.listen({ port: settings.workerPort, host: settings.host })
    const runs = createEmbeddingRuns(app, undefined, pageContents)
    const sourceRuns = createSourceRuns(app)
    const testing = createAnswerTestRunner(app, bus)
    const replays = createReplayRunner(app)
    const inspections = createInspections(app)
    const sweep = createSweep(app)
    const deletions = openDeletions(app, sweep)
    const textErasure = createTextErasure({ app, sweep })
    const worker = await runJobs(app, {
      runs,
      sourceRuns,
      inspections,
      testing,
      replays,
      sweep,
      deletions,
      textErasure,
    })
    return {
      async close() {
        state.isDraining = true
        await worker.close()
        await testing.close()
        await replays.close()
        await sourceRuns.close()
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
