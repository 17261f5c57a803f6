import type { Session } from '@aichat/contracts/chat/sessions'
import { useEffect, useRef } from 'react'
import { getOpenSessionId } from '../sync/open-session.ts'
import { closeConversation } from './session-actions.ts'

/**
 * Returns a function that closes the conversation. `onClosed` runs only if the conversation is still open on the screen
 * when the server answers: the agent may have gone on to another one.
 */
export function useCloseConversation(session: Session, onClosed: (session: Session) => void) {
  const latest = useRef(onClosed)
  useEffect(() => {
    latest.current = onClosed
  })
  return async () => {
    const isClosed = await closeConversation(session)
    if (isClosed && getOpenSessionId() === session.sessionId) latest.current(session)
  }
}
