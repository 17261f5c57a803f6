import type { HandoverReason } from '@aichat/contracts/reply-traces'
import { staffEvents } from '@aichat/contracts/staff-channel'
import { visitorEvents } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { companyRoom, visitorRoom } from '../kit/realtime/rooms.ts'
import { answerQuestion, type Reply } from '../replies/answer.ts'
import { readPendingQuestion } from './pending-question.ts'
import { type Post, ReplyOutdated } from './post.ts'
import {
  claimReply,
  clearPendingQuestion,
  incrementReplyCounts,
  listPendingReplies,
  releaseReplyClaim,
} from './reply-store.ts'
import { replyDelay, type SessionState } from './state.ts'
import { findSession, findState, type StoredSession } from './store.ts'
import { broadcastSession } from './update-session.ts'

export type AutoReply = {
  /** Call it whenever a visitor's message may wait for the AI. */
  consider(companyId: string, sessionId: string): void
  /** A person has taken over: a reply that is being written is thrown away. */
  stop(sessionId: string): void
  /** Takes up what was waiting when a process ended. */
  resume(): Promise<void>
  close(): Promise<void>
}

const mostResumed = 500
const retryMs = 5000
/** A model has 20 s. Who ended in the middle is waited for no longer than this. */
const claimSeconds = 25
/** Who hears that somebody types believes it for 5 s. */
const typingAgainMs = 3000

export const handoverWords: Record<HandoverReason, string> = {
  asked_for_person: 'Of course. Let me get a person for you.',
  no_answer: 'I could not find an answer to that in what I know, so let me get a person for you.',
  low_support: 'I am not sure enough about that to answer, so let me get a person for you.',
  model_failed: 'I cannot answer that right now, so let me get a person for you.',
  turn_cap: 'We have been at this for a while, so let me get a person for you.',
  budget: 'I cannot answer any more questions today, so let me get a person for you.',
}

/** So many replies in a row without a person, and the conversation goes round in circles. */
const mostInARow = 20
const stopNotice = 'stop-reply '

/** What became of a reply. ReplyOutdated: the visitor wrote on meanwhile, so the turn has to be answered anew. */
type Became = 'posted' | 'overtaken' | 'dropped'

type Parts = Pick<
  App,
  'db' | 'clock' | 'metrics' | 'realtime' | 'presence' | 'model' | 'embedder' | 'search' | 'settings' | 'log'
>

/**
 * Answers for the company while nobody else does. What waits is a column of the conversation (`unanswered_seq`), so it
 * outlives the process; what runs here is only the timer. A reply is posted on condition that the visitor's message is
 * still the last word, which makes it at most one a turn, whichever process writes it.
 */
export function createAutoReply(app: Parts, post: Post, bus: InvalidationBus): AutoReply {
  const timers = new Map<string, NodeJS.Timeout>()
  const writing = new Map<string, AbortController>()
  const again = new Set<string>()
  const running = new Set<Promise<void>>()
  let closed = false

  /** `waitedFor`: the reply after which the limit has been waited out. */
  function consider(companyId: string, sessionId: string, waitedFor: string | null = null): void {
    if (closed || timers.has(sessionId)) return
    // What came while a reply is being written is looked at when that is done.
    if (writing.has(sessionId)) {
      again.add(sessionId)
      return
    }
    const turn = run(companyId, sessionId, waitedFor)
      .catch((error) => {
        app.log.error({ err: error, sessionId }, 'an automatic reply failed')
        wait(companyId, sessionId, retryMs)
      })
      .finally(() => running.delete(turn))
    running.add(turn)
  }

  function wait(companyId: string, sessionId: string, delay: number, waitedFor?: string | null): void {
    if (closed) return
    clearTimeout(timers.get(sessionId))
    const timer = setTimeout(() => {
      timers.delete(sessionId)
      consider(companyId, sessionId, waitedFor)
    }, delay)
    timers.set(sessionId, timer)
  }

  async function run(companyId: string, sessionId: string, waitedFor: string | null): Promise<void> {
    const control = new AbortController()
    writing.set(sessionId, control)
    try {
      const state = await app.db.company(companyId, (sql) => findState(sql, sessionId))
      if (!state || state.unansweredSeq === null || !state.autoReply) return
      // A clock that was set back, or another process's that runs ahead, would have it wait for ever.
      const hasWaited = waitedFor !== null && waitedFor === state.lastAiAt
      const delay = hasWaited ? 0 : replyDelay(state, app.clock.now())
      if (delay > 0) return wait(companyId, sessionId, delay, state.lastAiAt)
      const { unansweredSeq } = state
      const isOurs = await app.db.company(companyId, (sql) =>
        claimReply(sql, sessionId, unansweredSeq, claimSeconds),
      )
      if (!isOurs) return wait(companyId, sessionId, retryMs)
      let became: Became = 'dropped'
      try {
        became = await write(companyId, state, control.signal)
      } finally {
        if (became === 'dropped')
          await app.db.company(companyId, (sql) => releaseReplyClaim(sql, sessionId, unansweredSeq))
      }
      if (became === 'overtaken') again.add(sessionId)
    } finally {
      writing.delete(sessionId)
      if (again.delete(sessionId)) wait(companyId, sessionId, 0)
    }
  }

  async function write(companyId: string, state: SessionState, signal: AbortSignal): Promise<Became> {
    const { sessionId } = state
    const answers = state.unansweredSeq as number
    const begun = app.clock.now()
    const read = await app.db.company(companyId, (sql) =>
      readPendingQuestion(sql, sessionId, state.reopenedSeq),
    )
    if (!read) return 'dropped'
    const { session, history, releaseNumber } = read
    const scope = { companyId, projectId: session.projectId._id }
    const draft = openDraft(session, clientIdOf(answers), signal)
    showTyping(session, true)
    const stillTyping = setInterval(showTyping, typingAgainMs, session, true)
    try {
      const reply =
        (await refusal(state, scope)) ?? (await answerQuestion(app, scope, history, signal, draft.show))
      if (signal.aborted) return 'dropped'
      const latencyMs = app.clock.now() - begun
      if (reply.kind === 'handover') draft.clear()
      const reason = reply.kind === 'handover' ? reply.reason : 'none'
      app.metrics.reply(reply.kind, reason, latencyMs / 1000)
      await speak(session, reply, { answers, releaseNumber, latencyMs }, state.needsHuman)
      draft.keep()
      return 'posted'
    } catch (error) {
      if (signal.aborted) return 'dropped'
      if (error instanceof ReplyOutdated) return 'overtaken'
      // Closed or removed while the reply was being written: there is nobody left to answer.
      if (error instanceof Refusal) return 'dropped'
      throw error
    } finally {
      clearInterval(stillTyping)
      draft.clear()
      showTyping(session, false)
    }
  }

  /** What is too much, before anything is asked of a model. */
  async function refusal(
    state: SessionState,
    scope: { companyId: string; projectId: string },
  ): Promise<Reply | null> {
    if (state.aiStreak >= mostInARow) return withoutAnswer('turn_cap')
    const day = new Date(app.clock.now()).toISOString().slice(0, 10)
    const spent = await app.db.company(scope.companyId, (sql) =>
      incrementReplyCounts(sql, { ...scope, visitorId: state.visitorId }, day),
    )
    const { aiRepliesPerVisitor, aiRepliesPerProject } = app.settings
    const isOver = spent.byVisitor > aiRepliesPerVisitor || spent.byProject > aiRepliesPerProject
    return isOver ? withoutAnswer('budget') : null
  }

  /** Shows the reply while it is written. Whatever becomes of it, no half of it stays on a screen. */
  function openDraft(session: StoredSession, clientId: string, signal: AbortSignal) {
    let isShown = false
    const tell = (text: string) => {
      const data = { sessionId: session.sessionId, clientId, text }
      app.realtime.publish(visitorRoom(session.visitorId), visitorEvents, 'message:delta', data)
      app.realtime.publish(companyRoom(session.tenantId), staffEvents, 'message:delta', data)
    }
    const clear = () => {
      if (!isShown) return
      isShown = false
      tell('')
    }
    return {
      show(text: string) {
        if (signal.aborted) return
        if (text === '') return clear()
        isShown = true
        tell(text)
      },
      clear,
      /** The message itself has taken its place. */
      keep() {
        isShown = false
      },
    }
  }

  type About = { answers: number; releaseNumber: number | null; latencyMs: number }

  async function speak(
    session: StoredSession,
    reply: Reply,
    about: About,
    isWaiting: boolean,
  ): Promise<void> {
    const { agentName } = reply
    const { answers, releaseNumber, latencyMs } = about
    const common = {
      sessionId: session.sessionId,
      senderId: session.sessionId,
      clientId: clientIdOf(answers),
      trace: { ...reply.trace, latencyMs, createdAt: new Date(app.clock.now()).toISOString() },
    }
    if (reply.kind === 'answer') {
      await post(session.tenantId, {
        ...common,
        from: 'ai',
        senderName: agentName,
        text: reply.text,
        meta: {
          autoReply: true,
          sources: reply.sources,
          ...(releaseNumber === null ? {} : { releaseNumber }),
          model: reply.model,
          latencyMs,
          agentName,
        },
        effect: { repliesToSeq: answers },
      })
      return
    }
    // Said once: while a person is already called, the visitor is not told again and again.
    if (isWaiting) {
      await app.db.company(session.tenantId, (sql) => clearPendingQuestion(sql, session.sessionId, answers))
      return
    }
    await post(session.tenantId, {
      ...common,
      from: 'system',
      senderName: null,
      text: handoverWords[reply.reason],
      meta: { kind: 'handover', reason: reply.reason, ...(agentName ? { agentName } : {}) },
      effect: { repliesToSeq: answers, needsHuman: true },
    })
    const now = await app.db.company(session.tenantId, (sql) => findSession(sql, session.sessionId))
    if (now) await broadcastSession(app, now)
  }

  function showTyping(session: StoredSession, isTyping: boolean): void {
    const data = { sessionId: session.sessionId, from: 'agent' as const, isTyping }
    app.realtime.publish(visitorRoom(session.visitorId), visitorEvents, 'typing:update', data)
  }

  bus.subscribe((notice) => {
    if (notice?.startsWith(stopNotice)) writing.get(notice.slice(stopNotice.length))?.abort()
  })

  return {
    consider,
    stop(sessionId) {
      clearTimeout(timers.get(sessionId))
      timers.delete(sessionId)
      writing.get(sessionId)?.abort()
      // The reply may be written by another process.
      bus.publish(stopNotice + sessionId)
    },
    async resume() {
      const waiting = await app.db.lookup((sql) => listPendingReplies(sql, mostResumed))
      for (const { companyId, sessionId } of waiting) consider(companyId, sessionId)
    },
    async close() {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
      for (const control of writing.values()) control.abort()
      await Promise.allSettled(running)
    },
  }
}

function clientIdOf(answers: number): string {
  return `ai-${answers}`
}

function withoutAnswer(reason: HandoverReason): Reply {
  return {
    kind: 'handover',
    reason,
    agentName: '',
    trace: {
      question: '',
      outcome: reason,
      model: 'built-in',
      prompt: { key: 'answer', version: 0 },
      passages: [],
      removed: [],
    },
  }
}
