import type { Session } from '@aichat/contracts/chat/sessions'
import type { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { EventData } from '@aichat/contracts/kit/realtime'
import { LRUCache } from 'lru-cache'
import type { Realtime } from '../kit/realtime/realtime.ts'
import type { SessionState } from './state-fields.ts'

const maxEntries = 10_000
/** Short: the event that invalidates a state may arrive before the state that was read is stored here. */
const readTtlMs = 10_000
const writtenTtlMs = 600_000

type Entries = LRUCache<string, { companyId: string; state: SessionState }>

export type SessionStateCache = {
  /** States by session id; null unless all of them are cached. They may be stale: compare their `version`. */
  getAll(companyId: string, sessionIds: string[]): Map<string, SessionState> | null
  /** For uses that tolerate a stale state without a version check, such as typing indicators. */
  get(companyId: string, sessionId: string): SessionState | null
  /** The active conversation of a visitor, who has at most one. May be stale, like `get`. */
  getActiveOfVisitor(companyId: string, visitorId: string): SessionState | null
  /** Stores states that this process has written and committed. */
  setWritten(companyId: string, states: SessionState[]): void
  /** Stores a state that was read from the database. */
  setRead(companyId: string, state: SessionState): void
  delete(states: SessionState[]): void
}

/**
 * Conversation states as this process last wrote or read them. Realtime events about a newer state, from any process,
 * evict the cached one. Writes compare the version in the database, so a stale entry costs a retry and nothing else.
 */
export function createSessionStateCache(realtime: Pick<Realtime, 'subscribe'>): SessionStateCache {
  // The cache's clock is a timer, which wakes the process: a resolution of one second is enough.
  const entries: Entries = new LRUCache({
    max: maxEntries,
    ttlResolution: 1000,
  })
  const sessionIdsByVisitor = new LRUCache<string, string>({ max: maxEntries })

  function set(companyId: string, state: SessionState, ttl: number): void {
    const cached = entries.peek(state.sessionId)
    if (cached && cached.state.lastSeq > state.lastSeq) return
    entries.set(state.sessionId, { companyId, state }, { ttl })
    if (state.status === 'active') sessionIdsByVisitor.set(state.visitorId, state.sessionId)
  }

  function get(companyId: string, sessionId: string): SessionState | null {
    const entry = entries.get(sessionId)
    return entry?.companyId === companyId ? entry.state : null
  }

  evictOnEvents(entries, realtime)
  return {
    get,
    setRead: (companyId, state) => set(companyId, state, readTtlMs),
    getAll(companyId, sessionIds) {
      const states = new Map<string, SessionState>()
      for (const sessionId of sessionIds) {
        const state = get(companyId, sessionId)
        if (!state) return null
        states.set(sessionId, state)
      }
      return states
    },
    getActiveOfVisitor(companyId, visitorId) {
      const state = get(companyId, sessionIdsByVisitor.get(visitorId) ?? '')
      return state?.status === 'active' && state.visitorId === visitorId ? state : null
    },
    setWritten(companyId, states) {
      for (const state of states) set(companyId, state, writtenTtlMs)
    },
    delete(states) {
      for (const { sessionId } of states) entries.delete(sessionId)
    },
  }
}

/** Evicts states of which an event shows that they are outdated. */
function evictOnEvents(entries: Entries, realtime: Pick<Realtime, 'subscribe'>): void {
  realtime.subscribe('/', (name, data) => {
    if (name === 'message:new') {
      const { sessionId, seq } = (data as EventData<typeof staffEvents, 'message:new'>).message
      const cached = entries.peek(sessionId)
      if (cached && cached.state.lastSeq < seq) entries.delete(sessionId)
    } else if (name === 'session:upsert') {
      const { session } = data as EventData<typeof staffEvents, 'session:upsert'>
      const cached = entries.peek(session.sessionId)
      if (cached && !isSameState(session, cached.state)) entries.delete(session.sessionId)
    } else if (name === 'sync:wanted') {
      // Events of other processes may have been lost.
      entries.clear()
    }
  })
}

/** Compares what an event carries of a conversation. Most events report what this process has just written. */
function isSameState(session: Session, state: SessionState): boolean {
  return (
    session.lastSeq === state.lastSeq &&
    session.status === state.status &&
    session.unreadCountAgent === state.unread &&
    session.autoReplyEnabled === state.autoReply &&
    session.needsHuman === state.needsHuman
  )
}
