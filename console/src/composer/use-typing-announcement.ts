import { sessionTimings } from '@aichat/contracts/chat/sessions'
import { useEffect, useMemo } from 'react'
import { emitVolatile } from '../kit/http/socket.ts'
import { useInboxStore } from '../sync/inbox-store.ts'

/**
 * Announces to the visitor and to colleagues that the agent is typing: at most every three seconds, until five seconds
 * without a key.
 */
export function useTypingAnnouncement(sessionId: string) {
  const { announceWriting } = useInboxStore().viewers
  const announcement = useMemo(
    () => createTypingAnnouncement(sessionId, announceWriting),
    [sessionId, announceWriting],
  )
  useEffect(() => announcement.stop, [announcement])
  return announcement
}

function createTypingAnnouncement(
  sessionId: string,
  announceWriting: (sessionId: string, isTyping: boolean) => void,
) {
  let announcedAt = 0
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  function announce(isTyping: boolean) {
    announcedAt = isTyping ? Date.now() : 0
    emitVolatile('typing', { sessionId, isTyping })
    announceWriting(sessionId, isTyping)
  }

  function stop() {
    clearTimeout(idleTimer)
    if (announcedAt > 0) announce(false)
  }

  function start() {
    if (Date.now() - announcedAt >= sessionTimings.typingThrottleMs) announce(true)
    clearTimeout(idleTimer)
    idleTimer = setTimeout(stop, sessionTimings.typingTimeoutMs)
  }

  return { start, stop }
}
