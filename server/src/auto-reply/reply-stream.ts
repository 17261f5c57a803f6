import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import { visitorEvents } from '@aichat/contracts/chat/visitors'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { conversationRoom } from '../messages/visitor-room.ts'
import type { StoredSession } from '../sessions/session-fields.ts'

export type ReplyStream = {
  show(text: string): void
  /** Removes the unfinished text from every screen. */
  clear(): void
  /** The stored message has replaced the streamed text, so nothing is left to clear. */
  finish(): void
}

/** Streams a reply to the visitor and the company while it is written. */
export function openReplyStream(
  { realtime }: Pick<App, 'realtime'>,
  session: StoredSession,
  clientId: string,
  signal: AbortSignal,
): ReplyStream {
  let isShown = false
  const publish = (text: string) => {
    const data = { sessionId: session.sessionId, clientId, text }
    realtime.publish(
      conversationRoom(session.visitorId, session.sessionId),
      visitorEvents,
      'message:delta',
      data,
    )
    realtime.publish(companyRoom(session.tenantId), staffEvents, 'message:delta', data)
  }
  const clear = () => {
    if (!isShown) return
    isShown = false
    publish('')
  }
  return {
    show(text) {
      if (signal.aborted) return
      if (text === '') return clear()
      isShown = true
      publish(text)
    },
    clear,
    finish() {
      isShown = false
    },
  }
}
