import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { createOpenTimes } from '../hours/open-time.ts'
import { listHoursVersions } from '../hours/store.ts'
import { isStatementTimeout, type Sql } from '../kit/db/db.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { deriveFacts } from './derive-facts.ts'
import { listUnansweredQuestions } from './derive-questions.ts'
import {
  getFactsProgress,
  hasChangedSessions,
  listChangedSessions,
  listCompaniesToCount,
  replaceFacts,
  setFactsProgress,
  skipRevisions,
  tryLockFacts,
} from './facts-store.ts'
import { loadHistories } from './history-store.ts'
import { replaceQuestions } from './question-store.ts'
import { assignTopics } from './topics/assign-topics.ts'

const taskName = 'report facts'
const intervalMs = 60_000
/** In the background, where few large batches update the sums of a month less often than many small ones. */
const maxBatchSize = 8000
/** Of a report that waits. */
const maxWaitingBatchSize = 2000
/** Between attempts while another process works. */
const pauseMs = 50
/** A report waits at most this long for conversations that are not counted yet. */
const maxWaitMs = 2000

/**
 * Derives the facts of conversations that have changed, in batches, each a transaction that also moves the cursor: a run that ends
 * continues there. Reports do so before they read, so they count every message that was committed before. Returns false when
 * conversations remain, because the signal was aborted.
 */
export async function refreshFacts(
  db: Pick<App['db'], 'company'>,
  companyId: string,
  signal: AbortSignal,
  batchSize = maxBatchSize,
): Promise<boolean> {
  let limit = batchSize
  while (!signal.aborted) {
    try {
      const size = limit
      const count = await db.company(companyId, (sql) => refreshBatch(sql, companyId, size))
      if (count !== null && count < size) return true
      if (count === null) await sleep(pauseMs)
    } catch (error) {
      if (limit === 1 || !isStatementTimeout(error)) throw error
      limit = Math.ceil(limit / 4)
    }
  }
  return false
}

/** For a report that is read now. */
export function refreshForReport(db: Pick<App['db'], 'company'>, companyId: string): Promise<boolean> {
  return refreshFacts(db, companyId, AbortSignal.timeout(maxWaitMs), maxWaitingBatchSize)
}

/** For a report on unanswered questions, whose topics are up to date too. */
export async function refreshWithTopics(db: Pick<App['db'], 'company'>, companyId: string): Promise<boolean> {
  const signal = AbortSignal.timeout(maxWaitMs)
  const isComplete = await refreshFacts(db, companyId, signal, maxWaitingBatchSize)
  return (await assignTopics(db, companyId, signal)) && isComplete
}

/** Derives the facts of the next conversations, and returns their number; null while another process derives those of the company. */
async function refreshBatch(sql: Sql, companyId: string, limit: number): Promise<number | null> {
  const progress = await getFactsProgress(sql)
  if (!(await hasChangedSessions(sql, progress))) {
    await skipRevisions(sql, companyId, progress)
    return 0
  }
  if (!(await tryLockFacts(sql, companyId))) return null
  const changed = await listChangedSessions(sql, await getFactsProgress(sql), limit)
  const last = changed.at(-1)
  if (!last) return 0
  const histories = await loadHistories(
    sql,
    changed.map(({ sessionId }) => sessionId),
  )
  const projectIds = new Map(changed.map(({ sessionId, projectId }) => [sessionId, projectId]))
  const measureOpenMs = createOpenTimes(await listHoursVersions(sql))
  const facts = new Map(
    histories.map(({ sessionId, messages, closings }) => [
      sessionId,
      deriveFacts(messages, closings, (from, to) => measureOpenMs(projectIds.get(sessionId) ?? '', from, to)),
    ]),
  )
  await replaceFacts(sql, companyId, facts)
  const questions = new Map(
    histories.map(({ sessionId, messages }) => [
      sessionId,
      listUnansweredQuestions(messages, facts.get(sessionId) ?? []),
    ]),
  )
  await replaceQuestions(sql, companyId, questions)
  await setFactsProgress(sql, companyId, last)
  return changed.length
}

/** Keeps the facts of all companies current, so that a report has little to do, and derives those of earlier conversations. */
export function startFactsRefresh({ db, log }: Pick<App, 'db' | 'log'>): ScheduledTask {
  async function refreshAll(signal: AbortSignal): Promise<void> {
    const companies = await db.lookup(listCompaniesToCount)
    await forEachItem(
      companies,
      async ({ companyId }) => {
        await refreshFacts(db, companyId, signal)
        await assignTopics(db, companyId, signal)
      },
      { task: taskName, log, signal },
    )
  }

  return scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run: refreshAll }, log)
}
