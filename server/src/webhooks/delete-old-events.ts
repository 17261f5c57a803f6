import { webhookLimits } from '@aichat/contracts/company/webhooks'
import type { App } from '../app.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { deleteOldEvents, listCompaniesWithOldEvents } from './store.ts'

const taskName = 'webhook event cleanup'
const intervalMs = 3_600_000
const batchSize = 500

/** Deletes events past their retention, company by company, in batches that stay within the time limit of a statement. */
export function startEventCleanup({ db, log }: Pick<App, 'db' | 'log'>): ScheduledTask {
  const { logRetentionDays } = webhookLimits

  async function deleteOfCompany(companyId: string, signal: AbortSignal): Promise<void> {
    let isMore = true
    while (isMore && !signal.aborted)
      isMore = await db.company(companyId, (sql) => deleteOldEvents(sql, logRetentionDays, batchSize))
  }

  async function run(signal: AbortSignal): Promise<void> {
    const companies = await db.lookup((sql) => listCompaniesWithOldEvents(sql, logRetentionDays))
    const options = { task: taskName, log, signal }
    await forEachItem(companies, ({ companyId }) => deleteOfCompany(companyId, signal), options)
  }

  return scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run }, log)
}
