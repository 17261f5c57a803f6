import type { Store } from './store.ts'

export type TransientState = { setTyping(isTyping: boolean): void; setReplyDraft(text: string): void }

const typingTimeoutMs = 5_000
/** A model has 20 s. A draft that is older was abandoned without an event. */
const replyDraftTimeoutMs = 25_000

/** Typing and reply drafts expire, because the event that ends them may never arrive. */
export function createTransientState(store: Store): TransientState {
  let typingTimer: ReturnType<typeof setTimeout> | undefined
  let draftTimer: ReturnType<typeof setTimeout> | undefined
  return {
    setTyping(isAgentTyping) {
      clearTimeout(typingTimer)
      if (isAgentTyping) {
        typingTimer = setTimeout(() => store.update({ isAgentTyping: false }), typingTimeoutMs)
      }
      if (isAgentTyping !== store.getState().isAgentTyping) store.update({ isAgentTyping })
    },
    setReplyDraft(replyDraft) {
      clearTimeout(draftTimer)
      if (replyDraft) draftTimer = setTimeout(() => store.update({ replyDraft: '' }), replyDraftTimeoutMs)
      if (replyDraft !== store.getState().replyDraft) store.update({ replyDraft })
    },
  }
}
