import type pg from 'pg'
import PgBoss from 'pg-boss'
import { isConnectionError } from '../db/database-errors.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { noTracing, type Tracing } from '../observability/tracing.ts'
import { type ScheduledTask, scheduleTask } from '../process/scheduler.ts'

/** Ids only, so that the queue contains no text of a company. */
type JobData = Record<string, string>
type JobHandler = (data: JobData) => Promise<void>
type Job = { id: string; data: JobData }

/**
 * Work that survives the process that requested it. A job that is not completed when its lease ends, because its process
 * has crashed or hangs, is handed out again: a handler may run twice and must be idempotent.
 */
export type Jobs = {
  /**
   * Adds a job unless one with the same key is waiting. It starts when a worker has capacity, and not before `delaySeconds`
   * have passed.
   */
  add(queue: string, key: string, data: JobData, delaySeconds?: number): Promise<void>
  /** Registers the handler of a queue. A job whose handler throws is retried with backoff. */
  work(queue: string, concurrency: number, handler: JobHandler): Promise<void>
  /** Gives running jobs a moment to finish, and returns the others to the queue. */
  close(): Promise<void>
}

const schema = 'jobs'
const pollIntervalMs = 5000
const closeTimeoutMs = 3000
/** A handler must finish within its lease. `maintenance` looks for jobs whose lease has ended. */
export const leaseSeconds = 75
const maintenanceIntervalSeconds = 15
const deadlockDetected = '40P01'
const maxCreateAttempts = 5
const retries = { retryLimit: 5, retryDelay: 2, retryBackoff: true }

/** Creates or updates the tables of the queue, in a schema that no role of a request may use. */
export async function installJobs(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: createExecutor(pool) },
    schema,
    supervise: false,
    schedule: false,
  })
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
    db: { executeSql: createExecutor(pool) },
    schema,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds,
  })
  // An outage of the database is logged once, and not at each attempt to poll.
  boss.on('error', (error) => {
    if (!isConnectionError(error)) log.warn({ err: error }, 'the job queue failed')
  })
  await boss.start()
  metrics.addLabeledGauge(
    { name: 'aichat_jobs_waiting', help: 'Jobs that wait to be started', label: 'queue' },
    () => countWaitingJobs(pool),
  )
  const declareQueue = createQueueDeclaration(boss)
  const runJob = createJobRunner(boss, { log, metrics, tracing })
  const workers = new Map<string, Worker>()
  const polling = scheduleTask({ name: 'job queues', intervalMs: pollIntervalMs, run: pollDueQueues }, log)

  /** One query for all queues: a query for each would be most of what an idle process does. */
  async function pollDueQueues(): Promise<void> {
    if (workers.size === 0) return
    const due = await listDueQueues(pool)
    await Promise.all(due.map((queue) => workers.get(queue)?.poll()))
  }

  return {
    async add(queue, key, data, delaySeconds = 0) {
      await declareQueue(queue)
      const options = { singletonKey: key, expireInSeconds: leaseSeconds, ...retries }
      await boss.send(queue, data, { ...options, startAfter: delaySeconds })
      void workers.get(queue)?.poll()
    },
    async work(queue, concurrency, handler) {
      await declareQueue(queue)
      const run = (job: Job) => runJob(queue, job, handler)
      workers.set(queue, startWorker(boss, { queue, concurrency, run, log }))
    },
    async close() {
      await polling.close()
      await Promise.all([...workers.values()].map((worker) => worker.close()))
      await boss.stop({ graceful: false })
    },
  }
}

/** Every queue of the installation, also those that only other processes use. */
async function countWaitingJobs(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ queue: string; count: number }>(`
    SELECT q.name AS queue, count(j.id)::int AS count
    FROM ${schema}.queue q LEFT JOIN ${schema}.job j ON j.name = q.name AND j.state < 'active'
    GROUP BY q.name`)
  return new Map(rows.map(({ queue, count }) => [queue, count]))
}

/** The queues that have a job to start, also those that only other processes use. */
async function listDueQueues(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ queue: string }>(`
    SELECT q.name AS queue
    FROM ${schema}.queue q, LATERAL (
      SELECT FROM ${schema}.job j WHERE j.name = q.name AND j.state < 'active' AND j.start_after < now() LIMIT 1
    ) due`)
  return rows.map(({ queue }) => queue)
}

/** Creates a queue at its first use, whether jobs are added or handled first. */
function createQueueDeclaration(boss: PgBoss): (queue: string) => Promise<void> {
  const declarations = new Map<string, Promise<void>>()

  /** PostgreSQL may report a deadlock to one of several processes that create the same queue. */
  async function create(queue: string, attempt = 1): Promise<void> {
    try {
      await boss.createQueue(queue, { name: queue, policy: 'short' })
    } catch (error) {
      if ((error as { code?: string }).code !== deadlockDetected || attempt === maxCreateAttempts) throw error
      await create(queue, attempt + 1)
    }
  }

  return (queue) => {
    const existing = declarations.get(queue)
    if (existing) return existing
    const declaration = create(queue)
    declaration.catch(() => declarations.delete(queue))
    declarations.set(queue, declaration)
    return declaration
  }
}

/** Runs a handler, and completes or fails its job. The returned function never rejects. */
function createJobRunner(
  boss: PgBoss,
  { log, metrics, tracing }: { log: Log; metrics: Metrics; tracing: Tracing },
) {
  return async (queue: string, job: Job, handler: JobHandler): Promise<void> => {
    const startedAt = performance.now()
    const observe = (outcome: 'done' | 'failed') =>
      metrics.job(queue, outcome, (performance.now() - startedAt) / 1000)
    try {
      await tracing.startTrace('consumer', `job ${queue}`, {}, async () => {
        try {
          await handler(job.data)
          await boss.complete(queue, job.id)
        } catch (error) {
          log.error({ err: error, queue, ...job.data }, 'a job failed and will be retried')
          throw error
        }
      })
      observe('done')
    } catch {
      observe('failed')
      // When the database is unavailable too, the job is retried after its lease.
      await boss.fail(queue, job.id).catch(() => {})
    }
  }
}

type Worker = { poll(): Promise<void>; close(): Promise<void> }
type WorkerOptions = { queue: string; concurrency: number; run(job: Job): Promise<void>; log: Log }

/** Fetches jobs up to its concurrency: at the start, when it is polled, and when a job has finished. */
function startWorker(boss: PgBoss, { queue, concurrency, run, log }: WorkerOptions): Worker {
  const running = new Map<Promise<void>, string>()

  async function poll(signal: AbortSignal): Promise<void> {
    if (signal.aborted || running.size >= concurrency) return
    for (const job of await boss.fetch<JobData>(queue, { batchSize: concurrency - running.size })) {
      const work = run(job).finally(() => {
        running.delete(work)
        void task.runNow()
      })
      running.set(work, job.id)
    }
  }

  const task: ScheduledTask = scheduleTask({ name: `queue ${queue}`, runsAtStart: true, run: poll }, log)
  return {
    poll: () => task.runNow(),
    async close() {
      await task.close()
      const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref())
      await Promise.race([Promise.allSettled(running.keys()), timeout])
      // Returned to the queue immediately instead of after the lease.
      for (const id of running.values()) await boss.fail(queue, id).catch(() => {})
    },
  }
}

/**
 * Statements with values take several protocol messages, and all clients of the embedded database share one session: only
 * a transaction keeps the messages of other clients out. A script without values is one message and manages its own.
 */
function createExecutor(pool: pg.Pool) {
  return async (text: string, values: unknown[] = []) => {
    const client = await pool.connect()
    let connectionError: Error | undefined
    try {
      if (values.length === 0) return await client.query(text)
      await client.query('BEGIN')
      const result = await client.query(text, values)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        connectionError = rollbackError
      })
      throw error
    } finally {
      client.release(connectionError)
    }
  }
}
