import type { App } from '../../app.ts'
import { forEachItem } from '../../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../../kit/process/scheduler.ts'
import { loadOverview } from '../load-overview.ts'
import { refreshWithTopics } from '../refresh-facts.ts'
import { listDeletedProjectIds } from '../report-store.ts'
import { loadGaps } from '../topics/load-gaps.ts'
import {
  claimReport,
  completeReport,
  findLastWeek,
  findRecipient,
  listDueSubscriptions,
  type Subscription,
} from './subscription-store.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'
import { type WeeklyReport, writeWeeklyReport } from './write-weekly-report.ts'

type Dependencies = Pick<App, 'clock' | 'db' | 'log' | 'mail' | 'settings'>

const taskName = 'weekly reports'
const intervalMs = 60_000
/** In one run. Others follow a minute later. */
const batchSize = 200
const maxTopics = 5
const daysOfWeek = 7

/** Sends the weekly reports that are due. */
export function startWeeklyReports(app: Dependencies): ScheduledTask {
  async function sendDue(signal: AbortSignal): Promise<void> {
    if (!app.mail.isConfigured) return
    const due = await app.db.lookup((sql) => listDueSubscriptions(sql, toIso(app.clock.now()), batchSize))
    await forEachItem(due, (subscription) => sendClaimed(app, subscription), {
      task: taskName,
      log: app.log,
      signal,
    })
  }

  return scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run: sendDue }, app.log)
}

async function sendClaimed(app: Dependencies, subscription: Subscription): Promise<void> {
  const { companyId, userId } = subscription
  const now = toIso(app.clock.now())
  if (!(await app.db.company(companyId, (sql) => claimReport(sql, userId, now)))) return
  // Both mails of a process that ends before it stores the success have the same ID, so mail clients show one.
  await sendWeeklyReport(app, subscription, (week) => `weekly-report-${week.from}-${userId}`)
  await app.db.company(companyId, (sql) => completeReport(sql, userId, now))
}

/**
 * Sends the report of the last week, but not to a disabled user.
 * @throws MailDeliveryError when the mail server does not accept the mail
 */
export async function sendWeeklyReport(
  { clock, db, mail, settings }: Omit<Dependencies, 'log'>,
  subscription: Subscription,
  createMessageId?: (week: Pick<WeeklyReport, 'from'>) => string,
): Promise<void> {
  const { companyId, userId } = subscription
  const recipient = await db.company(companyId, (sql) => findRecipient(sql, userId))
  if (!recipient?.isActive) return
  const report = await loadReport(db, companyId, recipient.companyName, toIso(clock.now()))
  const { publicUrl } = settings
  const token = recipient.isSubscribed ? createUnsubscribeToken(settings, subscription) : null
  await mail.deliver({
    to: recipient.email,
    ...writeWeeklyReport(report, { publicUrl, unsubscribe: token && `${publicUrl}/unsubscribe#${token}` }),
    ...(createMessageId ? { messageId: createMessageId(report) } : {}),
    ...(token ? { unsubscribeUrl: `${publicUrl}/api/reports/unsubscribe/${token}` } : {}),
  })
}

async function loadReport(
  db: Dependencies['db'],
  companyId: string,
  companyName: string,
  now: string,
): Promise<WeeklyReport> {
  await refreshWithTopics(db, companyId)
  return db.snapshot(companyId, async (sql) => {
    const week = await findLastWeek(sql, now)
    const filter = { ...week, deletedProjectIds: await listDeletedProjectIds(sql) }
    return {
      companyName,
      ...week,
      overview: await loadOverview(sql, filter, daysOfWeek),
      gaps: await loadGaps(sql, filter, {
        days: daysOfWeek,
        status: 'open',
        sort: 'questions',
        limit: maxTopics,
      }),
    }
  })
}

function toIso(now: number): string {
  return new Date(now).toISOString()
}
