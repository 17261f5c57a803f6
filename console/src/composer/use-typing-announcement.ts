import { sessionTimings } from '@aichat/contracts/sessions'
import { useEffect, useMemo, useState } from 'react'
import { emitVolatile } from '../kit/socket.ts'

/** Announces to the visitor that the agent is typing: at most every three seconds, until five seconds without a key. */
export function useTypingAnnouncement(sessionId: string) {
  const [isTyping, setTyping] = useState(false)
  const announcement = useMemo(() => createTypingAnnouncement(sessionId, setTyping), [sessionId])
  useEffect(() => announcement.stop, [announcement])
  return { ...announcement, isTyping }
}

function createTypingAnnouncement(sessionId: string, onChange: (isTyping: boolean) => void) {
  let announcedAt = 0
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  function announce(isTyping: boolean) {
    announcedAt = isTyping ? Date.now() : 0
    emitVolatile('typing', { sessionId, isTyping })
    onChange(isTyping)
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
