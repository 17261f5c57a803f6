import { visitorEvents } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db.ts'
import { Refusal } from '../kit/errors.ts'
import { visitorRoom } from '../kit/rooms.ts'
import { answer, type HandoverReason, type Reply, type Turn } from '../replies/answer.ts'
import { tellCompany } from './change.ts'
import { Overtaken, type Post } from './post.ts'
import { replyDelay, type State } from './state.ts'
import {
  findSession,
  leaveUnanswered,
  listMessages,
  releaseOf,
  type StoredSession,
  stateOf,
  waitingForReply,
} from './store.ts'

export type AutoReply = {
  /** Call it whenever a visitor's message may wait for the AI. */
  consider(companyId: string, sessionId: string): void
  /** A person has taken over: a reply that is being written is thrown away. */
  stop(sessionId: string): void
  /** Takes up what was waiting when a process ended. */
  resume(): Promise<void>
  close(): Promise<void>
}

const historyLength = 30
const mostResumed = 500
const retryMs = 5000

const handoverWords: Record<HandoverReason, string> = {
  asked_for_person: 'Of course. Let me get a person for you.',
  no_answer: 'I could not find an answer to that in what I know, so let me get a person for you.',
}

/**
 * Answers for the company while nobody else does. What waits is a column of the conversation (`unanswered_seq`), so it
 * outlives the process; what runs here is only the timer. A reply is posted on condition that the visitor's message is
 * still the last word, which makes it at most one a turn, whichever process writes it.
 */
export function createAutoReply(
  app: Pick<App, 'db' | 'clock' | 'realtime' | 'presence' | 'model' | 'log'>,
  post: Post,
): AutoReply {
  const timers = new Map<string, NodeJS.Timeout>()
  const writing = new Map<string, AbortController>()
  const again = new Set<string>()
  const running = new Set<Promise<void>>()
  let closed = false

  function consider(companyId: string, sessionId: string): void {
    if (closed || timers.has(sessionId)) return
    // What came while a reply is being written is looked at when that is done.
    if (writing.has(sessionId)) {
      again.add(sessionId)
      return
    }
    const turn = run(companyId, sessionId)
      .catch((error) => {
        app.log.error({ err: error, sessionId }, 'an automatic reply failed')
        wait(companyId, sessionId, retryMs)
      })
      .finally(() => running.delete(turn))
    running.add(turn)
  }

  function wait(companyId: string, sessionId: string, delay: number): void {
    if (closed) return
    clearTimeout(timers.get(sessionId))
    const timer = setTimeout(() => {
      timers.delete(sessionId)
      consider(companyId, sessionId)
    }, delay)
    timers.set(sessionId, timer)
  }

  async function run(companyId: string, sessionId: string): Promise<void> {
    const control = new AbortController()
    writing.set(sessionId, control)
    try {
      const state = await app.db.company(companyId, (sql) => stateOf(sql, sessionId))
      if (!state || state.unansweredSeq === null || !state.autoReply) return
      const delay = replyDelay(state, app.clock.now())
      if (delay > 0) return wait(companyId, sessionId, delay)
      const isOvertaken = await write(companyId, state, control.signal)
      if (isOvertaken) again.add(sessionId)
    } finally {
      writing.delete(sessionId)
      if (again.delete(sessionId)) wait(companyId, sessionId, 0)
    }
  }

  /** True when the visitor wrote on meanwhile, so that the turn has to be answered anew. */
  async function write(companyId: string, state: State, signal: AbortSignal): Promise<boolean> {
    const { sessionId } = state
    const answers = state.unansweredSeq as number
    const begun = app.clock.now()
    const read = await app.db.company(companyId, (sql) => readTurn(sql, sessionId))
    if (!read) return false
    const { session, history, releaseNumber } = read
    showTyping(session, true)
    try {
      const scope = { companyId, projectId: session.projectId._id }
      const reply = await answer(app, scope, history, signal)
      if (signal.aborted) return false
      await speak(
        session,
        reply,
        { answers, releaseNumber, latencyMs: app.clock.now() - begun },
        state.needsHuman,
      )
      return false
    } catch (error) {
      if (signal.aborted) return false
      if (error instanceof Overtaken) return true
      // Closed or removed while the reply was being written: there is nobody left to answer.
      if (error instanceof Refusal) return false
      throw error
    } finally {
      showTyping(session, false)
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
      clientId: `ai-${answers}`,
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
        effect: { answers },
      })
      return
    }
    // Said once: while a person is already called, the visitor is not told again and again.
    if (isWaiting) {
      await app.db.company(session.tenantId, (sql) => leaveUnanswered(sql, session.sessionId, answers))
      return
    }
    await post(session.tenantId, {
      ...common,
      from: 'system',
      senderName: null,
      text: handoverWords[reply.reason],
      meta: { kind: 'handover', reason: reply.reason, agentName },
      effect: { answers, asksForHuman: true },
    })
    const now = await app.db.company(session.tenantId, (sql) => findSession(sql, session.sessionId))
    if (now) await tellCompany(app, now)
  }

  function showTyping(session: StoredSession, isTyping: boolean): void {
    const data = { sessionId: session.sessionId, from: 'agent' as const, isTyping }
    app.realtime.publish(visitorRoom(session.visitorId), visitorEvents, 'typing:update', data)
  }

  return {
    consider,
    stop(sessionId) {
      clearTimeout(timers.get(sessionId))
      timers.delete(sessionId)
      writing.get(sessionId)?.abort()
    },
    async resume() {
      const waiting = await app.db.lookup((sql) => waitingForReply(sql, mostResumed))
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

async function readTurn(sql: Sql, sessionId: string) {
  const session = await findSession(sql, sessionId)
  if (!session) return null
  const { messages } = await listMessages(sql, sessionId, { limit: historyLength })
  const history = messages
    .filter((message) => message.type === 'text')
    .map((message): Turn => ({ from: message.from === 'visitor' ? 'visitor' : 'agent', text: message.text }))
  return { session, history, releaseNumber: await releaseOf(sql, sessionId) }
}
