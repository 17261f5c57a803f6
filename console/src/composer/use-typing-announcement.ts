import { sessionTimings } from '@aichat/contracts/sessions'
import { useEffect, useMemo, useState } from 'react'
import { emitVolatile } from '../kit/socket.ts'

/** Tells the visitor that someone is typing: at most once in three seconds, off after five idle ones. */
export function useTypingNotice(sessionId: string) {
  const [isTyping, setTyping] = useState(false)
  const notice = useMemo(() => createNotice(sessionId, setTyping), [sessionId])
  useEffect(() => notice.stopped, [notice])
  return { ...notice, isTyping }
}

function createNotice(sessionId: string, onChange: (isTyping: boolean) => void) {
  let toldAt = 0
  let idle: ReturnType<typeof setTimeout> | undefined

  function say(isTyping: boolean) {
    toldAt = isTyping ? Date.now() : 0
    emitVolatile('typing', { sessionId, isTyping })
    onChange(isTyping)
  }

  function stopped() {
    clearTimeout(idle)
    if (toldAt > 0) say(false)
  }

  function typed() {
    if (Date.now() - toldAt >= sessionTimings.typingThrottleMs) say(true)
    clearTimeout(idle)
    idle = setTimeout(stopped, sessionTimings.typingTimeoutMs)
  }

  return { typed, stopped }
}
