import type { EventData } from '@aichat/contracts/realtime'
import type { staffEvents } from '@aichat/contracts/sessions'
import { LRUCache } from 'lru-cache'
import type { Realtime } from '../kit/realtime.ts'
import type { State } from './state.ts'

const most = 10_000

export type KeptStates = {
  /** By id; null unless all of them are here. They may be out of date: their `version` says of when they are. */
  all(companyId: string, sessionIds: string[]): Map<string, State> | null
  /** What has been written and committed, under the version that it has since. */
  keep(companyId: string, states: State[], version: string): void
  forget(states: State[]): void
}

/**
 * Conversations as this process last wrote them. What anybody tells of a conversation that has gone on since throws it
 * away: to be out of date costs a trip to the database, and nothing else.
 */
export function createKeptStates(realtime: Pick<Realtime, 'overhear'>): KeptStates {
  const kept = new LRUCache<string, { companyId: string; state: State }>({ max: most })

  realtime.overhear('/', (name, data) => {
    if (name === 'message:new') {
      const { sessionId, seq } = (data as EventData<typeof staffEvents, 'message:new'>).message
      const known = kept.peek(sessionId)
      if (known && known.state.lastSeq < seq) kept.delete(sessionId)
    } else if (name === 'session:upsert') {
      kept.delete((data as EventData<typeof staffEvents, 'session:upsert'>).session.sessionId)
    }
  })

  return {
    all(companyId, sessionIds) {
      const found = new Map<string, State>()
      for (const sessionId of sessionIds) {
        const known = kept.get(sessionId)
        if (known?.companyId !== companyId) return null
        found.set(sessionId, known.state)
      }
      return found
    },
    keep(companyId, states, version) {
      for (const state of states) kept.set(state.sessionId, { companyId, state: { ...state, version } })
    },
    forget(states) {
      for (const { sessionId } of states) kept.delete(sessionId)
    },
  }
}
