import { webhookLimits } from '@aichat/contracts/webhooks'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { getRetryDelayMs } from './retry-schedule.ts'
import { createSignatureHeaders } from './sign.ts'
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

type Parts = Pick<App, 'db' | 'jobs' | 'publicWeb' | 'clock' | 'log' | 'settings'>

const deliveryIntervalMs = 1000
const cleanupIntervalMs = 3_600_000
const mostAtOnce = 100
const mostPerWebhook = 4
/** Longer than a job's lease: what nobody answers for is taken up again. */
const claimSeconds = 90
const patience = { headersMs: 15_000, mostBytes: 1_000_000 }
const switchedOff = 'The webhook was turned off.'

/** Sends what the outbox holds until it arrives or is given up; each attempt is a job. */
export function createDeliveries(app: Parts): Deliveries {
  const { db, jobs, log } = app
  const seal = createEncryption(app.settings.appSecret)
  let tasks: ScheduledTask[] = []

  async function addDueJobs(): Promise<void> {
    for (const { id, companyId } of await db.lookup((sql) =>
      listDueDeliveries(sql, mostPerWebhook, mostAtOnce),
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

  async function send(sending: PendingDelivery): Promise<DeliveryResponse> {
    const { eventId, type, data, happenedAt } = sending
    const body = JSON.stringify({ type, timestamp: happenedAt, data })
    const secrets = sending.encryptedSecrets.map((sealed) => seal.open(sealed))
    try {
      const target = await app.publicWeb.check(sending.url)
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'AIChatPlatform/1.0 (webhooks)',
        ...createSignatureHeaders(eventId, app.clock.now(), body, secrets),
      }
      const deadline = AbortSignal.timeout(patience.headersMs)
      const response = await app.publicWeb.request(
        target,
        { method: 'POST', headers, body },
        { ...patience, deadline },
      )
      return { responseCode: response.status, responseText: await beginningOf(response.body), error: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { responseCode: null, responseText: null, error: error.message }
    }
  }

  return {
    async handle({ companyId = '', deliveryId = '' }) {
      const sending = await db.company(companyId, (sql) => findPendingDelivery(sql, deliveryId))
      if (!sending) return
      const { webhookId, isEnabled } = sending
      const answered = isEnabled ? await send(sending) : null
      const isOn =
        answered && (await db.company(companyId, (sql) => note(sql, deliveryId, sending, answered)))
      // Apart, because it holds what other handlers may be about to note.
      if (!isOn) await db.company(companyId, (sql) => failPendingDeliveries(sql, webhookId, switchedOff))
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

/** Answers whether the address is still told what happens. */
async function note(
  sql: Sql,
  id: string,
  { webhookId, attempts }: PendingDelivery,
  answered: DeliveryResponse,
): Promise<boolean> {
  const code = answered.responseCode ?? 0
  if (code >= 200 && code < 300) {
    await markDelivered(sql, id, webhookId, answered)
    return true
  }
  const isGone = code === 410
  await markFailed(sql, id, answered, isGone ? null : getRetryDelayMs(attempts + 1, Math.random()))
  if (!isGone) return recordEndpointFailure(sql, webhookId, webhookLimits.failingDays)
  await disableWebhook(sql, webhookId, 'gone')
  return false
}

/** Enough for people to see what was answered; the rest is not waited for. */
async function beginningOf(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const part of body ?? []) {
      text += decoder.decode(part, { stream: true })
      if (text.length >= webhookLimits.responseText) break
    }
  } catch {
    // What came before the connection broke is what there is: the status has been answered.
  }
  return text.replaceAll('\u0000', '').slice(0, webhookLimits.responseText)
}
