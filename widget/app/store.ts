import type { PublicConfig } from '@aichat/contracts/visitors'
import { emptyLog, type Log } from './log.ts'
import type { ChatState } from './state.ts'
import { readPending, type Stored } from './visitor-preferences.ts'

export type Store = {
  read(): ChatState
  change(patch: Partial<ChatState>): void
  /** Shows a log with more messages in it; a filled-in form among them is no longer asked for. */
  takeMessages(log: Log): void
  subscribe(listener: () => void): () => void
}

/** Holds what the screen shows, and keeps what must outlive the page: what is unsent, and how far was read. */
export function createStore(config: PublicConfig, stored: Stored): Store {
  const listeners = new Set<() => void>()
  let state: ChatState = {
    config,
    log: { ...emptyLog, pending: readPending(stored.tab) },
    session: null,
    isStarted: false,
    isReturning: stored.visitor.read('token') !== null,
    isConnected: true,
    isOpen: false,
    humansOnline: config.humansOnline,
    isAgentTyping: false,
    writing: '',
    isFormAsked: false,
    isFormRequired: false,
    readSeq: 0,
    clearedSeq: 0,
    isMuted: stored.visitor.read('muted') !== null,
  }

  function change(patch: Partial<ChatState>) {
    const { pending } = state.log
    state = { ...state, ...patch }
    if (state.log.pending !== pending) {
      stored.tab.write('pending', state.log.pending.length ? JSON.stringify(state.log.pending) : null)
    }
    markRead()
    for (const listener of listeners) listener()
  }

  function markRead() {
    const { sessionId, messages } = state.log
    const newest = messages.at(-1)?.seq ?? 0
    if (!sessionId || !state.isOpen || document.hidden || newest <= state.readSeq) return
    state = { ...state, readSeq: newest }
    stored.visitor.write('read', JSON.stringify({ sessionId, seq: newest }))
  }

  return {
    read: () => state,
    change,
    takeMessages(log) {
      if (log === state.log) return
      const seen = state.log.messages.at(-1)?.seq ?? 0
      const isFilledIn = log.messages.some(({ seq, meta }) => seq > seen && meta.kind === 'prechat_summary')
      change(isFilledIn ? { log, isFormAsked: false, isFormRequired: false } : { log })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
