import { webhookLimits, webhookSentences } from '@aichat/contracts/company/webhooks'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { startEventCleanup } from './delete-old-events.ts'
import { getRetryDelayMs } from './retry-schedule.ts'
import { sendDelivery } from './send-delivery.ts'
import {
  claimDelivery,
  claimNextDeliveries,
  type DeliveryResponse,
  deliveryQueueIndex,
  disableWebhook,
  failPendingDeliveries,
  findPendingDelivery,
  listDueDeliveries,
  markDelivered,
  markFailed,
  measureBacklog,
  type PendingDelivery,
  recordEndpointFailure,
} from './store.ts'

export const webhookQueue = 'webhooks'

export type Deliveries = {
  /** The handler of the queue's jobs. */
  handle(data: Record<string, string>): Promise<void>
  /** Starts to send due deliveries, and to delete old events. */
  start(): void
  close(): Promise<void>
}

type Dependencies = Pick<App, 'db' | 'jobs' | 'publicWeb' | 'clock' | 'log' | 'settings'>

const deliveriesTask = 'webhook deliveries'
const deliveryIntervalMs = 1000
const maxDueDeliveries = 100
/** An idle endpoint gets this number of requests at once, and up to `maxConcurrency` while it answers. */
const initialConcurrency = 4
const maxConcurrency = 16
/** Each success is followed by up to two deliveries, so that the concurrency grows while the endpoint answers. */
const maxFollowingDeliveries = 2
const maxFailedDeliveries = 500
/** Longer than the lease of a job. A delivery whose process ended is claimed again after this time. */
const claimSeconds = 90

/**
 * Sends the events of the outbox, with retries. Each attempt is a job. A success starts the next deliveries of its webhook; a
 * failure does not, so an endpoint that fails gets fewer requests, and finally one at a time.
 */
export function createDeliveries(app: Dependencies): Deliveries {
  const { db, jobs, log } = app
  const encryption = createEncryption(app.settings)
  let tasks: ScheduledTask[] = []

  const addJob = (companyId: string, deliveryId: string) =>
    jobs.add(webhookQueue, deliveryId, { companyId, deliveryId })

  async function addDueJobs(signal: AbortSignal): Promise<void> {
    const due = await db.lookup((sql) => listDueDeliveries(sql, initialConcurrency, maxDueDeliveries))
    const claimAndAdd = async ({ id, companyId }: { id: string; companyId: string }) => {
      if (await db.company(companyId, (sql) => claimDelivery(sql, id, claimSeconds)))
        await addJob(companyId, id)
    }
    await forEachItem(due, claimAndAdd, { task: deliveriesTask, log, signal })
  }

  async function addFollowingJobs(companyId: string, webhookId: string): Promise<void> {
    const limits = { concurrency: maxConcurrency, count: maxFollowingDeliveries, claimSeconds }
    const ids = await db.company(companyId, (sql) => claimNextDeliveries(sql, webhookId, limits))
    for (const id of ids) await addJob(companyId, id)
  }

  /** Returns whether the endpoint accepted the event. */
  async function send(companyId: string, id: string, delivery: PendingDelivery): Promise<boolean> {
    const { webhookId, isEnabled } = delivery
    const response = isEnabled ? await sendDelivery(app, encryption, delivery) : null
    const isStillEnabled =
      response && (await db.company(companyId, (sql) => storeResponse(sql, id, delivery, response)))
    // A transaction of its own, because it locks deliveries whose responses other jobs may be storing.
    const failBatch = (sql: Sql) =>
      failPendingDeliveries(sql, webhookId, webhookSentences.turnedOff, maxFailedDeliveries)
    for (let isMore = !isStillEnabled; isMore; ) isMore = await db.company(companyId, failBatch)
    return response !== null && isSuccess(response)
  }

  return {
    async handle({ companyId = '', deliveryId = '' }) {
      const delivery = await db.company(companyId, (sql) => findPendingDelivery(sql, deliveryId))
      if (!delivery) return
      const isDelivered = await send(companyId, deliveryId, delivery)
      if (isDelivered) await addFollowingJobs(companyId, delivery.webhookId)
    },
    start() {
      tasks = [
        scheduleTask({ name: deliveriesTask, intervalMs: deliveryIntervalMs, run: addDueJobs }, log),
        startEventCleanup(app),
      ]
    },
    async close() {
      await Promise.all(tasks.map((task) => task.close()))
    },
  }
}

/** Creates the index of the queue, which the deliveries and the metrics of the backlog need. */
export function prepareDeliveries({ indexes, log }: Pick<App, 'indexes' | 'log'>): void {
  indexes
    .build(deliveryQueueIndex)
    .catch((error) => log.warn({ err: error }, 'failed to index webhook deliveries'))
}

/** The backlog of the installation, on every process. */
export function addBacklogMetrics({ db, metrics }: Pick<App, 'db' | 'metrics'>): void {
  metrics.addGauges(
    [
      {
        name: 'aichat_webhook_deliveries_due',
        help: 'Webhook deliveries that are due and not done yet',
        value: ({ count }) => count,
      },
      {
        name: 'aichat_webhook_oldest_due_seconds',
        help: 'Time since the oldest webhook delivery became due',
        value: ({ oldestSeconds }) => oldestSeconds,
      },
    ],
    () => db.lookup(measureBacklog),
  )
}

function isSuccess({ responseCode }: DeliveryResponse): boolean {
  return responseCode !== null && responseCode >= 200 && responseCode < 300
}

/** Stores the outcome of an attempt. Returns whether the webhook is still enabled. */
async function storeResponse(
  sql: Sql,
  id: string,
  { webhookId, attempts }: PendingDelivery,
  response: DeliveryResponse,
): Promise<boolean> {
  if (isSuccess(response)) {
    await markDelivered(sql, id, webhookId, response)
    return true
  }
  const isGone = response.responseCode === 410
  await markFailed(sql, id, response, isGone ? null : getRetryDelayMs(attempts + 1, Math.random()))
  if (!isGone) return recordEndpointFailure(sql, webhookId, webhookLimits.failingDays)
  await disableWebhook(sql, webhookId, 'gone')
  return false
}
