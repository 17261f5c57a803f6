import type { ChatConfig } from '../connection/shapes.ts'
import { emptyLog, type Log } from './log.ts'
import { type ChatState, getGreeting } from './state.ts'
import { readPending, readReturning, type VisitorStorage } from './visitor-storage.ts'

export type Store = {
  getState(): ChatState
  update(patch: Partial<ChatState>): void
  /** Replaces the log. A form among the new messages meets the server's requirement of one. */
  setLog(log: Log): void
  subscribe(listener: () => void): () => void
}

/** Holds the state of the chat, and persists what must survive a reload: unsent messages and the read position. */
export function createStore(config: ChatConfig, storage: VisitorStorage): Store {
  const listeners = new Set<() => void>()
  let state: ChatState = {
    config,
    log: { ...emptyLog, pending: readPending(storage.tab) },
    session: null,
    isStarted: false,
    isReturning: readReturning(storage),
    greeting: null,
    isConnected: false,
    isRemoved: false,
    isOpen: false,
    humansOnline: config.humansOnline,
    hours: config.hours,
    isAgentTyping: false,
    isReplySlow: false,
    replyDraft: '',
    isFormAsked: false,
    contact: {},
    pageContact: {},
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
    keepGreeting()
    for (const listener of listeners) listener()
  }

  /** With the first message, the greeting above it becomes part of the conversation. */
  function keepGreeting() {
    const { sessionId, messages } = state.log
    if (state.greeting || !sessionId || messages.length === 0) return
    state = { ...state, greeting: getGreeting(state) }
    storage.visitor.write('greeting', JSON.stringify({ sessionId, greeting: state.greeting }))
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
      update(hasSubmittedForm ? { log, isFormRequired: false } : { log })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
