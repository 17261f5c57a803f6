import { setTimeout as sleep } from 'node:timers/promises'
import type { RunReason, TestRun } from '@aichat/contracts/ai/answer-tests'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { leaseSeconds } from '../kit/jobs/jobs.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { findState } from '../releases/answer-state-store.ts'
import { broadcastAnswerState } from '../releases/broadcast.ts'
import { answerQuestion } from '../replies/answer.ts'
import { createHandover } from '../replies/build-reply.ts'
import type { Reply } from '../replies/types.ts'
import { applyRun, publishPassed } from './apply-run.ts'
import { evaluateReply } from './evaluate-reply.ts'
import {
  addResult,
  claimSchedule,
  countTests,
  type DueRun,
  findActiveRun,
  findNextTest,
  finishRun,
  insertRun,
  listDueRuns,
  type Scope,
  touchRun,
} from './store.ts'

export const answerTestQueue = 'answer-tests'

export type AnswerTestRunner = {
  /** Starts a run, or returns the active one; null when the project has no tests. */
  startRun(scope: Scope, reason: RunReason): Promise<TestRun | null>
  /** Runs the tests until they have tested the current draft, for a minute at most. */
  testDraft(scope: Scope): Promise<void>
  /** Handles a job of the queue. */
  handle(data: Record<string, string>): Promise<void>
  /** Schedules runs after changes of the knowledge, and restarts stalled runs. */
  start(): void
  close(): Promise<void>
}

type Dependencies = Pick<App, 'db' | 'clock' | 'timers' | 'jobs' | 'models' | 'search' | 'log' | 'realtime'>

const taskName = 'answer tests'
/** A change is to be live, or held, within five seconds. */
const intervalMs = 1000
const draftPollMs = 250
const maxDraftWaitMs = 60_000
const batchSize = 50
/** With one more test, whose two answers take up to `maxAnswerMs` each, shorter than the lease of a job. */
const maxJobMs = 10_000
const maxAttempts = 2

/** Answers the question of each test as for a visitor, without creating a conversation, and stores the results. */
export function createAnswerTestRunner(app: Dependencies, bus: InvalidationBus): AnswerTestRunner {
  const control = new AbortController()
  let task: ScheduledTask | undefined

  async function startRun(scope: Scope, reason: RunReason): Promise<TestRun | null> {
    const id = newId()
    const { run, isNew, isPublished } = await app.db.company(scope.companyId, async (sql) => {
      const before = await findActiveRun(sql, scope.projectId)
      // The active run may have asked some questions before the change, so the schedule stays due until the run ends.
      if (before) return { run: before }
      if (reason === 'knowledge' && !(await claimSchedule(sql, scope.projectId))) return { run: null }
      if ((await countTests(sql, scope.projectId)) === 0)
        return { run: null, isPublished: await publishPassed(sql, scope.projectId) }
      const isNew = await insertRun(sql, scope, { id, reason })
      return { run: await findActiveRun(sql, scope.projectId), isNew }
    })
    if (isNew) await addJob(scope, id)
    if (isPublished) broadcastAnswers(scope)
    return run
  }

  function broadcastAnswers(scope: Scope): void {
    // The FAQs that the widget shows are part of the answers.
    bus.publish(scope.companyId)
    broadcastAnswerState(app, scope)
  }

  async function addJob({ companyId, projectId }: Scope, runId: string): Promise<void> {
    await app.jobs.add(answerTestQueue, runId, { companyId, projectId, runId })
  }

  async function handle({ companyId, projectId, runId }: Record<string, string>): Promise<void> {
    if (!companyId || !projectId || !runId) return
    const scope = { companyId, projectId }
    const until = Date.now() + maxJobMs
    while (!control.signal.aborted) {
      if (Date.now() > until) return addJob(scope, runId)
      const test = await app.db.company(companyId, (sql) => findNextTest(sql, projectId, runId))
      if (!test) return finish(scope, runId)
      const reply = await answerOrFail(app, { ...scope, isDraft: true }, test.question, control.signal)
      const result = evaluateReply(test, reply)
      const live = result.isPassed ? null : await answerOrFail(app, scope, test.question, control.signal)
      await app.db.company(companyId, (sql) =>
        addResult(sql, { ...scope, runId }, test, { ...result, liveAnswer: toText(live) }),
      )
    }
    throw new Error('The process is shutting down; the next job continues the run')
  }

  async function finish(scope: Scope, runId: string): Promise<void> {
    await app.db.company(scope.companyId, async (sql) => {
      if (await finishRun(sql, scope.projectId, runId)) await applyRun(sql, scope.projectId, runId)
    })
    broadcastAnswers(scope)
  }

  async function startDueRuns(signal: AbortSignal): Promise<void> {
    const due = await app.db.lookup((sql) => listDueRuns(sql, leaseSeconds + 15, batchSize))
    await forEachItem(due, resumeOrStart, { task: taskName, log: app.log, signal })
  }

  async function resumeOrStart({ companyId, projectId, runId }: DueRun): Promise<void> {
    const scope = { companyId, projectId }
    if (runId) {
      await app.db.company(companyId, (sql) => touchRun(sql, projectId, runId))
      await addJob(scope, runId)
    } else {
      await startRun(scope, 'knowledge')
    }
  }

  return {
    startRun,
    testDraft: (scope) => testDraft(app, scope, startRun, control.signal),
    handle,
    start() {
      task = scheduleTask({ name: taskName, intervalMs, run: startDueRuns }, app.log)
    },
    async close() {
      control.abort()
      await task?.close()
    },
  }
}

function toText(reply: Reply | null): string | null {
  return reply && reply.kind !== 'handover' ? reply.text : null
}

async function testDraft(
  { db }: Pick<App, 'db'>,
  scope: Scope,
  startRun: AnswerTestRunner['startRun'],
  signal: AbortSignal,
): Promise<void> {
  const until = Date.now() + maxDraftWaitMs
  while (Date.now() < until && !signal.aborted) {
    const { isTested } = await db.company(scope.companyId, (sql) => findState(sql, scope.projectId))
    if (isTested) return
    await startRun(scope, 'asked')
    await sleep(draftPollMs)
  }
}

/** A question that cannot be answered counts as failed: the run must come to an end. */
async function answerOrFail(
  app: Dependencies,
  scope: Scope & { isDraft?: boolean },
  question: string,
  signal: AbortSignal,
): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await answerQuestion(app, { ...scope, history: [{ from: 'visitor', text: question }], signal })
    } catch (error) {
      if (signal.aborted) throw error
      app.log.error({ err: error, projectId: scope.projectId }, 'failed to answer the question of a test')
      if (attempt === maxAttempts) return createHandover('failed')
    }
  }
}
