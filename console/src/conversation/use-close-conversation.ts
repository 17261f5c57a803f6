import type { Session } from '@aichat/contracts/chat/sessions'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getOpenSessionId } from '../sync/open-session.ts'
import { closeConversation } from './session-actions.ts'

/**
 * Returns a function that closes the conversation. `onClosed` runs only if the conversation is still open on the screen
 * when the server answers: the agent may have gone on to another one. Undo opens it again.
 */
export function useCloseConversation(session: Session, onClosed: (session: Session) => void) {
  const navigate = useNavigate()
  const location = useLocation()
  const latest = useRef(onClosed)
  useEffect(() => {
    latest.current = onClosed
  })
  return async () => {
    const { pathname, search } = location
    const isClosed = await closeConversation(session, () => void navigate(`${pathname}${search}`))
    if (isClosed && getOpenSessionId() === session.sessionId) latest.current(session)
  }
}
