import type { PublicConfig } from '@aichat/contracts/visitors'
import { emptyLog, type Log } from './log.ts'
import type { ChatState } from './state.ts'
import { readPending, type VisitorStorage } from './visitor-storage.ts'

export type Store = {
  getState(): ChatState
  update(patch: Partial<ChatState>): void
  /** Replaces the log. A submitted form among the new messages closes the form. */
  setLog(log: Log): void
  subscribe(listener: () => void): () => void
}

/** Holds the state of the chat, and persists what must survive a reload: unsent messages and the read position. */
export function createStore(config: PublicConfig, storage: VisitorStorage): Store {
  const listeners = new Set<() => void>()
  let state: ChatState = {
    config,
    log: { ...emptyLog, pending: readPending(storage.tab) },
    session: null,
    isStarted: false,
    isReturning: storage.visitor.read('token') !== null,
    isConnected: true,
    isRemoved: false,
    isOpen: false,
    humansOnline: config.humansOnline,
    isAgentTyping: false,
    replyDraft: '',
    isFormAsked: false,
    isFormRequired: false,
    readSeq: 0,
    clearedSeq: 0,
    isMuted: storage.visitor.read('muted') !== null,
  }

  function update(patch: Partial<ChatState>) {
    const { pending } = state.log
    state = { ...state, ...patch }
    if (state.log.pending !== pending) {
      storage.tab.write('pending', state.log.pending.length ? JSON.stringify(state.log.pending) : null)
    }
    markRead()
    for (const listener of listeners) listener()
  }

  function markRead() {
    const { sessionId, messages } = state.log
    const newest = messages.at(-1)?.seq ?? 0
    if (!sessionId || !state.isOpen || document.hidden || newest <= state.readSeq) return
    state = { ...state, readSeq: newest }
    storage.visitor.write('read', JSON.stringify({ sessionId, seq: newest }))
  }

  return {
    getState: () => state,
    update,
    setLog(log) {
      if (log === state.log) return
      const lastSeq = state.log.messages.at(-1)?.seq ?? 0
      const hasSubmittedForm = log.messages.some(
        ({ seq, meta }) => seq > lastSeq && meta.kind === 'prechat_summary',
      )
      update(hasSubmittedForm ? { log, isFormAsked: false, isFormRequired: false } : { log })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
