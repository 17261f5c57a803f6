import type { RunReason, TestRun } from '@aichat/contracts/answer-tests'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { leaseSeconds } from '../kit/jobs/jobs.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { answerQuestion } from '../replies/answer.ts'
import { evaluateReply } from './evaluate-reply.ts'
import {
  addResult,
  claimPlan,
  countTests,
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
  /** Begins a run, or joins the one that is under way; null where there is no test. */
  startRun(scope: Scope, reason: RunReason): Promise<TestRun | null>
  /** The handler of the queue's jobs. */
  handle(data: Record<string, string>): Promise<void>
  /** Starts to run the tests after changes of the knowledge. */
  start(): void
  close(): Promise<void>
}

type Parts = Pick<App, 'db' | 'jobs' | 'model' | 'embedder' | 'search' | 'log'>

const intervalMs = 3000
const mostAtOnce = 50
/** A model may take 40 s for one answer, and the job's lease ends after 75 s. */
const mostPerJobMs = 30_000

/** Asks each test's question as a visitor would, without a visitor: nothing is stored but how it went. */
export function createAnswerTestRunner(app: Parts): AnswerTestRunner {
  const control = new AbortController()
  let task: ScheduledTask | undefined

  async function startRun(scope: Scope, reason: RunReason): Promise<TestRun | null> {
    const id = newId()
    const { run, isNew } = await app.db.company(scope.companyId, async (sql) => {
      const before = await findActiveRun(sql, scope.projectId)
      // It has asked some of its questions before the change: the change is looked at when it is done.
      if (before) return { run: before, isNew: false }
      if (reason === 'knowledge' && !(await claimPlan(sql, scope.projectId)))
        return { run: null, isNew: false }
      if ((await countTests(sql, scope.projectId)) === 0) return { run: null, isNew: false }
      const isNew = await insertRun(sql, scope, { id, reason })
      return { run: await findActiveRun(sql, scope.projectId), isNew }
    })
    if (isNew) await addJob(scope, id)
    return run
  }

  async function addJob({ companyId, projectId }: Scope, runId: string): Promise<void> {
    await app.jobs.add(answerTestQueue, runId, { companyId, projectId, runId })
  }

  async function handle({ companyId, projectId, runId }: Record<string, string>): Promise<void> {
    if (!companyId || !projectId || !runId) return
    const scope = { companyId, projectId }
    const until = Date.now() + mostPerJobMs
    while (!control.signal.aborted) {
      if (Date.now() > until) return addJob(scope, runId)
      const test = await app.db.company(companyId, (sql) => findNextTest(sql, projectId, runId))
      if (!test) {
        await app.db.company(companyId, (sql) => finishRun(sql, projectId, runId))
        return
      }
      const history = [{ from: 'visitor' as const, text: test.question }]
      const reply = await answerQuestion(app, scope, history, control.signal, () => {})
      await app.db.company(companyId, (sql) => addResult(sql, scope, runId, test, evaluateReply(test, reply)))
    }
    throw new Error('This process is ending; the run goes on in the next')
  }

  async function startDueRuns(): Promise<void> {
    const due = await app.db.lookup((sql) => listDueRuns(sql, leaseSeconds + 15, mostAtOnce))
    for (const { companyId, projectId, runId } of due) {
      const scope = { companyId, projectId }
      if (runId) {
        await app.db.company(companyId, (sql) => touchRun(sql, projectId, runId))
        await addJob(scope, runId)
      } else {
        await startRun(scope, 'knowledge')
      }
    }
  }

  return {
    startRun,
    handle,
    start() {
      task = scheduleTask({ name: 'answer tests', intervalMs, run: startDueRuns }, app.log)
    },
    async close() {
      control.abort()
      await task?.close()
    },
  }
}
