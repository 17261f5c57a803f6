import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Log } from '../process/log.ts'
import type { Metrics } from '../process/metrics.ts'
import { noTracing, type Tracing } from '../process/tracing.ts'

/** What a job carries: ids, so that nobody reads a company's words out of a queue. */
type JobData = Record<string, string>

/**
 * Work that outlives the process that was asked for it. A job that is not done when its lease ends, because its process
 * has ended or hangs, is given out again, so a handler may run twice and must bear it.
 */
export type Jobs = {
  /** Adds a job, unless one with the same key still waits. It is begun at once where there is room. */
  add(queue: string, key: string, data: JobData): Promise<void>
  /** Gives a queue its handler, so many at once in this process. A job whose handler throws is tried again. */
  work(queue: string, atOnce: number, handler: (data: JobData) => Promise<void>): Promise<void>
  /** Lets what runs finish for a moment; what has not is given out again by whoever starts next. */
  close(): Promise<void>
}

const schema = 'jobs'
const lookEveryMs = 5000
const closeWithinMs = 3000
/** A handler must be done before its lease ends; `maintenance` looks for the ones that are not. */
export const leaseSeconds = 75
const maintenanceSeconds = 15
const deadlockDetected = '40P01'
const retries = { retryLimit: 5, retryDelay: 2, retryBackoff: true }

/** Makes or updates the tables of the queue, in a schema of their own that no request's role may enter. */
export async function installJobs(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: executor(pool) }, schema, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

export async function openJobs(
  pool: pg.Pool,
  log: Log,
  metrics: Metrics,
  tracing: Tracing = noTracing,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: executor(pool) },
    schema,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: maintenanceSeconds,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue'))
  await boss.start()
  const wakers = new Map<string, () => void>()
  const declared = new Map<string, Promise<void>>()
  const running = new Map<Promise<void>, { queue: string; id: string }>()
  let isClosed = false

  async function run(
    queue: string,
    job: { id: string; data: JobData },
    handler: (data: JobData) => Promise<void>,
  ) {
    const begun = performance.now()
    const count = (outcome: 'done' | 'failed') =>
      metrics.job(queue, outcome, (performance.now() - begun) / 1000)
    try {
      await tracing.startTrace('consumer', `job ${queue}`, {}, async () => {
        try {
          await handler(job.data)
          await boss.complete(queue, job.id)
        } catch (error) {
          log.error({ err: error, queue, ...job.data }, 'a job failed and will be tried again')
          throw error
        }
      })
      count('done')
    } catch {
      count('failed')
      // When the database is away as well, the end of the lease does the same.
      await boss.fail(queue, job.id).catch(() => {})
    }
  }

  /** Processes that start together make the same queue, which the database may see as a deadlock and refuse to one of them. */
  async function create(queue: string, tries = 5): Promise<void> {
    try {
      await boss.createQueue(queue, { name: queue, policy: 'short' })
    } catch (error) {
      if ((error as { code?: string }).code !== deadlockDetected || tries === 1) throw error
      await create(queue, tries - 1)
    }
  }

  /** Who adds may come before anybody works. */
  function declare(queue: string): Promise<void> {
    const known = declared.get(queue)
    if (known) return known
    const made = create(queue)
    made.catch(() => declared.delete(queue))
    declared.set(queue, made)
    metrics.addQueue(queue, () => boss.getQueueSize(queue, { before: 'active' }))
    return made
  }

  return {
    async add(queue, key, data) {
      await declare(queue)
      await boss.send(queue, data, { singletonKey: key, expireInSeconds: leaseSeconds, ...retries })
      wakers.get(queue)?.()
    },
    async work(queue, atOnce, handler) {
      await declare(queue)
      let count = 0
      let isLooking = false
      let isWoken = false
      async function look(): Promise<void> {
        isWoken = true
        if (isLooking) return
        isLooking = true
        while (isWoken && !isClosed && count < atOnce) {
          isWoken = false
          const jobs = await boss.fetch<JobData>(queue, { batchSize: atOnce - count })
          for (const job of jobs) {
            count++
            const work = run(queue, job, handler).finally(() => {
              running.delete(work)
              count--
              void look()
            })
            running.set(work, { queue, id: job.id })
          }
        }
        isLooking = false
      }
      wakers.set(queue, () => void look())
      const timer = setInterval(() => void look(), lookEveryMs)
      timer.unref()
      void look()
    },
    async close() {
      isClosed = true
      const patience = new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())
      await Promise.race([Promise.allSettled(running.keys()), patience])
      // Given back at once, not only when the lease ends.
      for (const { queue, id } of running.values()) await boss.fail(queue, id).catch(() => {})
      await boss.stop({ graceful: false })
    },
  }
}

/**
 * A query with values is several messages, and the embedded database has one session for all its clients: only inside
 * a transaction does nobody else's message come between. A script without values is one message, and has its own.
 */
function executor(pool: pg.Pool) {
  return async (text: string, values: unknown[] = []) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      if (values.length === 0) return await client.query(text)
      await client.query('BEGIN')
      const result = await client.query(text, values)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
}
