import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import { visitorEvents } from '@aichat/contracts/chat/visitors'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { conversationRoom } from '../messages/visitor-room.ts'

type Conversation = { companyId: string; sessionId: string; visitorId: string }

/** The typing indicators of the AI, by conversation. */
export type ReplyTyping = {
  /** Shows the visitor and the company that a reply is coming, until `stop`. */
  start(conversation: Conversation): void
  stop(sessionId: string): void
  close(): void
}

/** Clients hide a typing indicator after 5 s without a new event. */
const intervalMs = 3000

export function createReplyTyping({ realtime }: Pick<App, 'realtime'>): ReplyTyping {
  /** The functions that end an indicator. */
  const active = new Map<string, () => void>()
  return {
    start({ companyId, sessionId, visitorId }) {
      if (active.has(sessionId)) return
      const publish = (isTyping: boolean) => {
        const data = { sessionId, from: 'agent' as const, isTyping, isAi: true }
        realtime.publish(conversationRoom(visitorId, sessionId), visitorEvents, 'typing:update', data)
        realtime.publish(companyRoom(companyId), staffEvents, 'typing:update', data)
      }
      publish(true)
      const timer = setInterval(publish, intervalMs, true)
      active.set(sessionId, () => {
        active.delete(sessionId)
        clearInterval(timer)
        publish(false)
      })
    },
    stop: (sessionId) => active.get(sessionId)?.(),
    close() {
      for (const end of active.values()) end()
    },
  }
}
