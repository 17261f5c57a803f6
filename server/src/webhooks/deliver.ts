import { webhookLimits } from '@aichat/contracts/webhooks'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { getRetryDelayMs } from './retry-schedule.ts'
import { sendDelivery } from './send-delivery.ts'
import {
  claimDelivery,
  type DeliveryResponse,
  deleteOldEvents,
  disableWebhook,
  failPendingDeliveries,
  findPendingDelivery,
  listCompaniesWithOldEvents,
  listDueDeliveries,
  markDelivered,
  markFailed,
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

const deliveryIntervalMs = 1000
const cleanupIntervalMs = 3_600_000
const maxDueDeliveries = 100
const maxConcurrentPerWebhook = 4
/** Longer than the lease of a job. A delivery whose process ended is claimed again after this time. */
const claimSeconds = 90
const disabledMessage = 'The webhook was turned off.'

/** Sends the events of the outbox, with retries. Each attempt is a job. */
export function createDeliveries(app: Dependencies): Deliveries {
  const { db, jobs, log } = app
  const encryption = createEncryption(app.settings.appSecret)
  let tasks: ScheduledTask[] = []

  async function addDueJobs(): Promise<void> {
    for (const { id, companyId } of await db.lookup((sql) =>
      listDueDeliveries(sql, maxConcurrentPerWebhook, maxDueDeliveries),
    )) {
      if (await db.company(companyId, (sql) => claimDelivery(sql, id, claimSeconds)))
        await jobs.add(webhookQueue, id, { companyId, deliveryId: id })
    }
  }

  async function deleteExpiredEvents(): Promise<void> {
    const { logRetentionDays } = webhookLimits
    for (const { companyId } of await db.lookup((sql) => listCompaniesWithOldEvents(sql, logRetentionDays)))
      await db.company(companyId, (sql) => deleteOldEvents(sql, logRetentionDays))
  }

  return {
    async handle({ companyId = '', deliveryId = '' }) {
      const delivery = await db.company(companyId, (sql) => findPendingDelivery(sql, deliveryId))
      if (!delivery) return
      const { webhookId, isEnabled } = delivery
      const response = isEnabled ? await sendDelivery(app, encryption, delivery) : null
      const isStillEnabled =
        response && (await db.company(companyId, (sql) => storeResponse(sql, deliveryId, delivery, response)))
      // A transaction of its own, because it locks deliveries whose responses other jobs may be storing.
      if (!isStillEnabled)
        await db.company(companyId, (sql) => failPendingDeliveries(sql, webhookId, disabledMessage))
    },
    start() {
      tasks = [
        scheduleTask({ name: 'webhook deliveries', intervalMs: deliveryIntervalMs, run: addDueJobs }, log),
        scheduleTask(
          {
            name: 'webhook event cleanup',
            intervalMs: cleanupIntervalMs,
            runsAtStart: true,
            run: deleteExpiredEvents,
          },
          log,
        ),
      ]
    },
    async close() {
      await Promise.all(tasks.map((task) => task.close()))
    },
  }
}

/** Stores the outcome of an attempt. Returns whether the webhook is still enabled. */
async function storeResponse(
  sql: Sql,
  id: string,
  { webhookId, attempts }: PendingDelivery,
  response: DeliveryResponse,
): Promise<boolean> {
  const code = response.responseCode ?? 0
  if (code >= 200 && code < 300) {
    await markDelivered(sql, id, webhookId, response)
    return true
  }
  const isGone = code === 410
  await markFailed(sql, id, response, isGone ? null : getRetryDelayMs(attempts + 1, Math.random()))
  if (!isGone) return recordEndpointFailure(sql, webhookId, webhookLimits.failingDays)
  await disableWebhook(sql, webhookId, 'gone')
  return false
}
