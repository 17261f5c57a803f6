import type { Store } from './store.ts'

export type TransientState = {
  setTyping(isTyping: boolean, isAi: boolean): void
  setReplyDraft(text: string): void
  /** Call it when a reply has arrived, or none will. */
  endReply(): void
}

const typingTimeoutMs = 5_000
const slowReplyMs = 20_000
/** The server ends an answer after 25 s. A draft that has not changed for as long was abandoned without an event. */
const replyDraftTimeoutMs = 25_000

/** Typing and reply drafts expire, because the event that ends them may never arrive. */
export function createTransientState(store: Store): TransientState {
  let typingTimer: ReturnType<typeof setTimeout> | undefined
  let draftTimer: ReturnType<typeof setTimeout> | undefined
  let slowTimer: ReturnType<typeof setTimeout> | undefined

  function setReplyDraft(replyDraft: string) {
    clearTimeout(draftTimer)
    if (replyDraft) draftTimer = setTimeout(() => store.update({ replyDraft: '' }), replyDraftTimeoutMs)
    if (replyDraft !== store.getState().replyDraft) store.update({ replyDraft })
  }

  function endWait() {
    clearTimeout(slowTimer)
    slowTimer = undefined
    if (store.getState().isReplySlow) store.update({ isReplySlow: false })
  }

  return {
    setTyping(isAgentTyping, isAi) {
      clearTimeout(typingTimer)
      // A reply that the AI begins again, because the visitor has written more, is the same wait.
      typingTimer = setTimeout(() => {
        store.update({ isAgentTyping: false })
        endWait()
      }, typingTimeoutMs)
      if (isAgentTyping && isAi)
        slowTimer ??= setTimeout(() => store.update({ isReplySlow: true }), slowReplyMs)
      if (isAgentTyping !== store.getState().isAgentTyping) store.update({ isAgentTyping })
    },
    setReplyDraft,
    endReply() {
      setReplyDraft('')
      endWait()
    },
  }
}
