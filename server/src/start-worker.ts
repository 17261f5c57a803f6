import { closeBackgroundWork, createBackgroundWork } from './background-work.ts'
import { createDrain } from './kit/http/drain.ts'
import { mountHealth } from './kit/http/health.ts'
import { SettingsError } from './kit/process/settings.ts'
import { openApp, type StartOptions } from './open-app.ts'
import { runJobs } from './run-jobs.ts'

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
    const work = createBackgroundWork(app, bus)
    const worker = await runJobs(app, work)
    return {
      async close() {
        state.isDraining = true
        await worker.close()
        await closeBackgroundWork(work)
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
