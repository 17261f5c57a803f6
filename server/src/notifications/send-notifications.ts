import type { NotificationSettings } from '@aichat/contracts/company/notifications'
import limit from 'p-limit'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { findActiveDevice, removeDevice, type StoredDevice } from './device-store.ts'
import {
  type Candidate,
  type Claimed,
  claimDue,
  completeNotifications,
  type DueDevice,
  enqueueNotifications,
  listCandidates,
  listCompaniesWithDueEvents,
  listDueDevices,
  type NotificationReason,
  rescheduleNotifications,
} from './queue-store.ts'
import { findQuietEnd } from './quiet-hours.ts'
import { sendPush } from './send-push.ts'
import { getNotificationSettings } from './settings-store.ts'
import { writeNotifications } from './write-notification.ts'

type Dependencies = Pick<App, 'clock' | 'db' | 'log' | 'publicWeb' | 'settings'>

const taskName = 'push notifications'
const intervalMs = 2000
/** In one run. Others follow with the next one. */
const batchSize = 500
/** A push service that does not answer takes ten seconds. */
const concurrency = 16
/** The last attempt follows after about a quarter of an hour. */
const maxAttempts = 6

const settingOf: Record<NotificationReason, 'mentions' | 'assigned' | 'needsPerson'> = {
  mention: 'mentions',
  assigned: 'assigned',
  message: 'assigned',
  needs_person: 'needsPerson',
}

/** Sends the push notifications that are due. */
export function startPushNotifications(app: Dependencies): ScheduledTask {
  async function sendDue(signal: AbortSignal): Promise<void> {
    await enqueueDue(app, signal)
    const due = await app.db.lookup((sql) => listDueDevices(sql, toIso(app.clock.now()), batchSize))
    const runLimited = limit(concurrency)
    const send = async (device: DueDevice) => {
      if (!signal.aborted) await notifyDevice(app, device)
    }
    await Promise.all(
      due.map((device) =>
        runLimited(send, device).catch((error) =>
          app.log.warn({ err: error, task: taskName, item: device }, 'a scheduled task failed for one item'),
        ),
      ),
    )
  }

  return scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run: sendDue }, app.log)
}

async function enqueueDue({ clock, db, log }: Dependencies, signal: AbortSignal): Promise<void> {
  const now = toIso(clock.now())
  const companyIds = await db.lookup((sql) => listCompaniesWithDueEvents(sql, now))
  const companies = companyIds.map((companyId) => ({ companyId }))
  const enqueue = ({ companyId }: { companyId: string }) =>
    db.company(companyId, (sql) => enqueueNotifications(sql, now))
  await forEachItem(companies, enqueue, { task: taskName, log, signal })
}

async function notifyDevice(app: Dependencies, { companyId, deviceId }: DueDevice): Promise<void> {
  const nowMs = app.clock.now()
  const now = toIso(nowMs)
  const planned = await app.db.company(companyId, async (sql) => {
    const claimed = await claimDue(sql, deviceId, now)
    if (claimed.length === 0) return null
    const device = await findActiveDevice(sql, deviceId, now)
    const settings = device && (await getNotificationSettings(sql, device.userId))
    const quietEnd = settings?.quietHours ? findQuietEnd(settings.quietHours, nowMs) : null
    const candidates = settings && !quietEnd ? await listWanted(sql, device, settings, claimed) : []
    const isCandidate = ({ sessionId }: Claimed) =>
      candidates.some((candidate) => candidate.sessionId === sessionId)
    const unwanted = claimed.filter((entry) => !isCandidate(entry))
    await rescheduleNotifications(sql, deviceId, unwanted, quietEnd === null ? null : toIso(quietEnd))
    return device && { device, claimed, candidates }
  })
  if (planned) await send(app, companyId, planned)
}

/** Without those that have failed too often, that the user has turned off, or whose reason is gone. */
function listWanted(
  sql: Sql,
  { userId }: StoredDevice,
  settings: NotificationSettings,
  claimed: readonly Claimed[],
): Promise<Candidate[]> {
  const wanted = claimed.filter(
    ({ reason, attempts }) => attempts <= maxAttempts && settings[settingOf[reason]],
  )
  return listCandidates(sql, userId, wanted)
}

type Planned = { device: StoredDevice; claimed: Claimed[]; candidates: Candidate[] }

async function send(
  app: Dependencies,
  companyId: string,
  { device, claimed, candidates }: Planned,
): Promise<void> {
  const deviceId = device._id
  for (const { content, sessionIds } of writeNotifications(candidates)) {
    const outcome = await sendPush(app, device, content)
    if (outcome.kind === 'gone') {
      app.log.info({ companyId, deviceId }, 'a push subscription has ended')
      return app.db.company(companyId, (sql) => removeDevice(sql, deviceId))
    }
    if (outcome.kind === 'failed') {
      app.log.warn({ companyId, deviceId, error: outcome.error }, 'a push notification was not accepted')
      return
    }
    const sent = claimed.filter(({ sessionId }) => sessionIds.includes(sessionId))
    const now = toIso(app.clock.now())
    await app.db.company(companyId, (sql) => completeNotifications(sql, deviceId, sent, now))
  }
}

function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
