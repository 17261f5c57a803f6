import { setTimeout as sleep } from 'node:timers/promises'
import { type Replay, replayLimits } from '@aichat/contracts/ai/replays'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { leaseSeconds } from '../kit/jobs/jobs.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { answerQuestion } from '../replies/answer.ts'
import { maskPersonalData } from '../replies/model/mask-secrets.ts'
import { maxAnswerMs } from '../replies/model/reply-deadline.ts'
import { compareReplies, toReplayAnswer } from './compare-replies.ts'
import { judgeAnswers } from './judge-answers.ts'
import {
  addReplay,
  findLatestReplay,
  findNextQuestion,
  finishReplay,
  listQuestions,
  listStalledReplays,
  type ReplayQuestion,
  type Scope,
  storeAnswers,
  touchReplay,
} from './store.ts'

export const replayQueue = 'replays'

export type ReplayRunner = {
  /** Starts a replay of visitors' last questions, or returns the active one. */
  startReplay(scope: Scope): Promise<Replay>
  /** Handles a job of the queue. */
  handle(data: Record<string, string>): Promise<void>
  /** Continues replays whose process ended. */
  start(): void
  close(): Promise<void>
}

type Dependencies = Pick<
  App,
  'db' | 'clock' | 'timers' | 'jobs' | 'models' | 'search' | 'log' | 'liveReplies'
>

const taskName = 'replays'
const intervalMs = 15_000
const batchSize = 20
/** Each answer waits for live replies to finish, for this time at most. */
const maxWaitMs = 1000
/** Time is left for live replies: 500 questions are spread over 55 s, and each is followed by a pause of half the time it took. */
const slotMs = 110
const maxPauseMs = 500
/** With one more pair of answers, of up to `maxAnswerMs` each, and its verdict, shorter than the lease of a job. */
const maxJobMs = 2_000

export function createReplayRunner(app: Dependencies): ReplayRunner {
  const control = new AbortController()
  let task: ScheduledTask | undefined

  const addJob = ({ companyId, projectId }: Scope, replayId: string) =>
    app.jobs.add(replayQueue, replayId, { companyId, projectId, replayId })

  async function startReplay(scope: Scope): Promise<Replay> {
    const id = newId()
    const { replay, isNew } = await app.db.company(scope.companyId, async (sql) => {
      const questions = await listQuestions(sql, scope.projectId, replayLimits.questions)
      const masked = questions.map(({ question, asked }) => ({ question: maskPersonalData(question), asked }))
      const isNew = await addReplay(sql, scope, id, masked)
      const replay = await findLatestReplay(sql, scope.projectId)
      if (!replay) throw new Error('A replay has disappeared')
      return { replay, isNew }
    })
    if (isNew) await addJob(scope, id)
    return replay
  }

  async function handle({ companyId, projectId, replayId }: Record<string, string>): Promise<void> {
    if (!companyId || !projectId || !replayId) return
    const scope = { companyId, projectId }
    const until = app.clock.now() + maxJobMs
    while (!control.signal.aborted) {
      if (app.clock.now() > until) return addJob(scope, replayId)
      const next = await app.db.company(companyId, (sql) => findNextQuestion(sql, replayId))
      if (!next) {
        await app.db.company(companyId, (sql) => finishReplay(sql, replayId))
        return
      }
      const startedAt = app.clock.now()
      await compareQuestion(scope, replayId, next)
      const elapsedMs = app.clock.now() - startedAt
      await sleep(Math.min(Math.max(slotMs - elapsedMs, elapsedMs / 2), maxPauseMs))
    }
    throw new Error('The process is shutting down; the next job continues the replay')
  }

  async function compareQuestion({ companyId, projectId }: Scope, replayId: string, next: ReplayQuestion) {
    const replies = await answerTwice(app, { companyId, projectId }, next.question, control.signal)
    const answers = { before: toReplayAnswer(replies.before), after: toReplayAnswer(replies.after) }
    const comparison = compareReplies(replies.before, replies.after)
    const isJudged = comparison !== null && next.changed < replayLimits.judged
    const pair = { question: next.question, ...answers }
    const { model } = await app.models.get({ companyId, projectId })
    const modelVerdict = isJudged ? await judgeAnswers({ model, log: app.log }, pair, control.signal) : null
    await app.db.company(companyId, (sql) =>
      storeAnswers(
        sql,
        { replayId, questionId: next.id },
        comparison && { ...comparison, modelVerdict },
        answers,
      ),
    )
  }

  async function resume(signal: AbortSignal): Promise<void> {
    const stalled = await app.db.lookup((sql) => listStalledReplays(sql, leaseSeconds + 15, batchSize))
    const continueReplay = async ({ replayId, ...scope }: Scope & { replayId: string }) => {
      await app.db.company(scope.companyId, (sql) => touchReplay(sql, replayId))
      await addJob(scope, replayId)
    }
    await forEachItem(stalled, continueReplay, { task: taskName, log: app.log, signal })
  }

  return {
    startReplay,
    handle,
    start() {
      task = scheduleTask({ name: taskName, intervalMs, run: resume }, app.log)
    },
    async close() {
      control.abort()
      await task?.close()
    },
  }
}

/** What visitors get, and what the draft would answer. */
async function answerTwice(app: Dependencies, scope: Scope, question: string, signal: AbortSignal) {
  const ask = async (isDraft: boolean) => {
    await app.liveReplies.waitUntilIdle(maxWaitMs)
    const limited = AbortSignal.any([signal, AbortSignal.timeout(maxAnswerMs)])
    return answerQuestion(app, {
      ...scope,
      isDraft,
      history: [{ from: 'visitor', text: question }],
      signal: limited,
    })
  }
  return { before: await ask(false), after: await ask(true) }
}
