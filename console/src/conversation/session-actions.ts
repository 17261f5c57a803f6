import { type Session, type SessionStatus, sessionRoutes } from '@aichat/contracts/chat/sessions'
import { api } from '../kit/http/api.ts'
import { runOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { sessionNumber } from '../sessions/format-session.ts'
import { getOpenSessionId } from '../sync/open-session.ts'
import type { ReadState } from '../sync/read-state.ts'
import { sessionCache } from '../sync/session-cache.ts'
import { sessionMutation } from '../sync/session-mutation.ts'
import { runUndoable } from '../ui/feedback/run-undoable.ts'

const calls = api(sessionRoutes)

export function closeConversation(session: Session, onUndone?: () => void) {
  const messages = { done: 'Conversation closed', failed: 'Failed to close the conversation' }
  return endConversation(session, 'closed', messages, onUndone)
}

export function archiveConversation(session: Session) {
  return endConversation(session, 'archived', {
    done: 'Conversation archived',
    failed: 'Failed to archive the conversation',
  })
}

/** The server clears "Needs a person" of a conversation that ends, so Undo sets it again. */
function endConversation(
  session: Session,
  status: SessionStatus,
  messages: { done: string; failed: string },
  onUndone?: () => void,
) {
  const before = sessionCache.get(session.sessionId) ?? session
  return runUndoable(
    () => setStatus(before, status),
    async () => {
      await setStatus(before, before.status)
      if (before.needsHuman) await runOptimisticMutation(needsHumanMutation(before.sessionId), true)
      onUndone?.()
    },
    messages,
  )
}

export function needsHumanMutation(sessionId: string) {
  return sessionMutation<boolean>({
    sessionId,
    send: (needsHuman) => calls.needsHuman({ params: { sessionId }, body: { needsHuman } }),
    patch: (needsHuman) => ({ needsHuman }),
    failure: 'Failed to change the "Needs a person" mark',
  })
}

/** Leaves the conversation first if it is open: an open conversation would be marked as read again. */
export function markConversationUnread(
  { markRead, markUnread }: ReadState,
  { sessionId }: Session,
  leave: () => void,
) {
  if (getOpenSessionId() === sessionId) leave()
  return runUndoable(
    () => markUnread(sessionId),
    () => markRead(sessionId),
    { done: 'Marked as unread', failed: 'Failed to mark the conversation as unread' },
  )
}

/** `name` is shown in "… assigned to …". */
export function assignConversation(session: Session, agentId: string, name: string) {
  return runUndoable(
    () => assign(session, agentId),
    () => assign(session, session.assignedAgentId),
    {
      done: `${describeConversation(session)} assigned to ${name}`,
      failed: 'Failed to assign the conversation',
    },
  )
}

export function unassignConversation(session: Session) {
  return runUndoable(
    () => assign(session, null),
    () => assign(session, session.assignedAgentId),
    { done: `${describeConversation(session)} unassigned`, failed: 'Failed to unassign the conversation' },
  )
}

/** The notification may be shown over another conversation. */
function describeConversation(session: Session): string {
  const { name, email } = session.visitor
  return name ?? email ?? `Conversation ${sessionNumber(session)}`
}

async function setStatus({ sessionId }: Session, status: SessionStatus) {
  const mutation = sessionMutation<SessionStatus>({
    sessionId,
    send: (next) => calls.status({ params: { sessionId }, body: { status: next } }),
    patch: (next) => ({ status: next }),
    failure: 'Failed to change the status',
  })
  await runOptimisticMutation(mutation, status)
  void sessionCache.reloadUnread()
}

function assign({ sessionId }: Session, agentId: string | null) {
  const mutation = sessionMutation<string | null>({
    sessionId,
    send: (next) => calls.assign({ params: { sessionId }, body: { agentId: next } }),
    patch: (next) => ({ assignedAgentId: next }),
    failure: 'Failed to assign the conversation',
  })
  return runOptimisticMutation(mutation, agentId)
}
