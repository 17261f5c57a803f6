import type { EventData } from '@aichat/contracts/realtime'
import type { Session } from '@aichat/contracts/sessions'
import type { staffEvents } from '@aichat/contracts/staff-channel'
import { LRUCache } from 'lru-cache'
import { internalMessages, type Realtime } from '../kit/realtime/realtime.ts'
import type { State } from './state.ts'

const most = 10_000
/** What is told of a conversation may overtake what was read of it, or written: believed so long, and no longer. */
const readMs = 10_000
const writtenMs = 600_000
const whisper = 'states'

export type SessionStateCache = {
  /** By id; null unless all of them are here. They may be out of date: their `version` says of when they are. */
  all(companyId: string, sessionIds: string[]): Map<string, State> | null
  /** For what may be a moment late, and is believed without asking the database: who types, and to whom. */
  one(companyId: string, sessionId: string): State | null
  /** The running conversation of a visitor, who has one at most. As late as `one`. */
  running(companyId: string, visitorId: string): State | null
  /** What this process has written and committed, under the version that it has since. The other processes keep it too. */
  wrote(companyId: string, states: State[], version: string): void
  /** What has been read from the database. */
  read(companyId: string, state: State): void
  forget(states: State[]): void
}

/**
 * Conversations as they were last written by any process, or read by this one. What anybody tells of a conversation that
 * has gone on since throws it away: to be out of date costs a trip to the database, and nothing else.
 */
export function createSessionStateCache(realtime: Pick<Realtime, 'overhear' | 'whisper'>): SessionStateCache {
  // Its clock is a timer, which wakes the process: every second is enough.
  const kept = new LRUCache<string, { companyId: string; state: State }>({ max: most, ttlResolution: 1000 })
  const byVisitor = new LRUCache<string, string>({ max: most })

  function keep(companyId: string, state: State, ttl: number): void {
    const known = kept.peek(state.sessionId)
    if (known && known.state.lastSeq > state.lastSeq) return
    kept.set(state.sessionId, { companyId, state }, { ttl })
    if (state.status === 'active') byVisitor.set(state.visitorId, state.sessionId)
  }

  function one(companyId: string, sessionId: string): State | null {
    const known = kept.get(sessionId)
    return known?.companyId === companyId ? known.state : null
  }

  realtime.overhear('/', (name, data) => {
    if (name === 'message:new') {
      const { sessionId, seq } = (data as EventData<typeof staffEvents, 'message:new'>).message
      const known = kept.peek(sessionId)
      if (known && known.state.lastSeq < seq) kept.delete(sessionId)
    } else if (name === 'session:upsert') {
      const { session } = data as EventData<typeof staffEvents, 'session:upsert'>
      const known = kept.peek(session.sessionId)
      if (known && !isSeenIn(session, known.state)) kept.delete(session.sessionId)
    } else if (name === 'sync:wanted') {
      // Redis was away, and what the other processes told meanwhile is lost.
      kept.clear()
    }
  })
  realtime.overhear(internalMessages, (name, data) => {
    if (name !== whisper) return
    const { companyId, states } = data as { companyId: string; states: State[] }
    for (const state of states) keep(companyId, state, writtenMs)
  })

  return {
    one,
    read: (companyId, state) => keep(companyId, state, readMs),
    all(companyId, sessionIds) {
      const found = new Map<string, State>()
      for (const sessionId of sessionIds) {
        const state = one(companyId, sessionId)
        if (!state) return null
        found.set(sessionId, state)
      }
      return found
    },
    running(companyId, visitorId) {
      const state = one(companyId, byVisitor.get(visitorId) ?? '')
      return state?.status === 'active' && state.visitorId === visitorId ? state : null
    },
    wrote(companyId, written, version) {
      const states = written.map((state) => ({ ...state, version }))
      for (const state of states) keep(companyId, state, writtenMs)
      realtime.whisper(whisper, { companyId, states })
    },
    forget(states) {
      for (const { sessionId } of states) kept.delete(sessionId)
    },
  }
}

/** Whether a conversation that is told of looks as it was kept; most are told of because of what was just written. */
function isSeenIn(session: Session, state: State): boolean {
  return (
    session.lastSeq === state.lastSeq &&
    session.status === state.status &&
    session.unreadCountAgent === state.unread &&
    session.autoReplyEnabled === state.autoReply &&
    session.needsHuman === state.needsHuman
  )
}
