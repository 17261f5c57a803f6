import type { Message } from '@aichat/contracts/chat/messages'
import type { visitorEvents } from '@aichat/contracts/chat/visitors'
import { isObject, readMessage, readStatus } from '../connection/shapes.ts'
import type { CatchUp } from './catch-up.ts'
import { contiguousSeq, hasGap, merge } from './log.ts'
import { isAiOn } from './state.ts'
import type { Store } from './store.ts'
import { createTransientState, type TransientState } from './transient-state.ts'

type EventContext = {
  store: Store
  catchUp: CatchUp
  transient: TransientState
  onMessage(message: Message): void
}

/** Applies the server's events to the state. An event that does not fit leads to a sync with the server. */
export function createEventReducer(
  store: Store,
  catchUp: CatchUp,
  onMessage: (message: Message) => void,
): (name: string, data: unknown) => void {
  const context = { store, catchUp, transient: createTransientState(store), onMessage }
  const scheduleSync = createDelayedSync(catchUp)

  return (name, data) => {
    if (!isObject(data)) return
    switch (name as keyof typeof visitorEvents) {
      case 'message:new':
        return applyMessage(context, data.message)
      case 'message:delta':
        return applyDelta(context, data.sessionId, data.text)
      case 'session:patched':
        return applyPatch(context, data.sessionId, data.patch)
      case 'typing:update':
        if (data.from === 'agent') context.transient.setTyping(data.isTyping === true, data.isAi === true)
        return
      case 'sync:wanted':
        return scheduleSync(Number(data.withinMs) || 0)
      case 'prechat:request':
        // With the answer come the details that the form is filled with.
        return void catchUp.schedule()
      case 'presence:update':
        return typeof data.agentsOnline === 'boolean'
          ? store.update({ humansOnline: data.agentsOnline })
          : undefined
    }
  }
}

function applyMessage({ store, catchUp, transient, onMessage }: EventContext, value: unknown) {
  const message = readMessage(value)
  if (!message) return
  const { log, session } = store.getState()
  const { sessionId, seq } = message
  if (log.sessionId !== null && sessionId !== log.sessionId) {
    catchUp.schedule()
    return
  }
  if (message.from === 'agent') transient.setTyping(false, false)
  // A reply is complete or abandoned once an agent or the system has written, or the message is left to the team.
  if (message.from !== 'visitor' || message.meta.pending) transient.endReply()
  if (message.meta.kind === 'prechat_skipped') store.update({ isFormAsked: false })
  const autoReply = isAiOn(store.getState())
  if (!session) store.update({ session: { sessionId, status: 'active', lastSeq: seq, unread: 0, autoReply } })
  else if (seq > session.lastSeq) store.update({ session: { ...session, lastSeq: seq } })
  const merged = merge(log, [message])
  store.setLog(merged)
  if (merged.messages.length !== log.messages.length) onMessage(message)
  if (!session || hasGap(merged)) catchUp.schedule()
}

function applyDelta({ store, transient }: EventContext, sessionId: unknown, text: unknown) {
  if (sessionId === store.getState().session?.sessionId && typeof text === 'string') {
    transient.setReplyDraft(text)
  }
}

function applyPatch({ store, catchUp }: EventContext, sessionId: unknown, patch: unknown) {
  const { log, session, isFormAsked } = store.getState()
  if (!session || session.sessionId !== sessionId || !isObject(patch)) {
    catchUp.schedule()
    return
  }
  const status = readStatus(patch.status) ?? session.status
  store.update({
    isFormAsked: isFormAsked && patch.prechatRequested !== false && status === 'active',
    session: {
      ...session,
      status,
      unread: typeof patch.unread === 'number' ? patch.unread : session.unread,
      autoReply: typeof patch.autoReply === 'boolean' ? patch.autoReply : session.autoReply,
    },
  })
  if (Number(patch.lastSeq) > contiguousSeq(log)) catchUp.schedule()
}

/** Syncs at a random time within the given one, so that not all visitors ask the server at the same moment. */
function createDelayedSync(catchUp: CatchUp): (withinMs: number) => void {
  let isScheduled = false
  return (withinMs) => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      catchUp.schedule()
    }, Math.random() * withinMs)
  }
}
