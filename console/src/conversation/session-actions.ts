import type { Label } from '@aichat/contracts/labels'
import { type Session, type SessionStatus, sessionRoutes } from '@aichat/contracts/sessions'
import { api } from '../kit/api.ts'
import { log } from '../kit/log.ts'
import { openSessionId } from '../sync/open-session.ts'
import { markRead, markUnread } from '../sync/read-state.ts'
import { keepSession, reloadUnread } from '../sync/session-cache.ts'
import { toast } from '../ui/toasts.ts'

const calls = api(sessionRoutes)

/** What is done to a conversation from the list or its header: said when it is done, and taken back by Undo. */
export function closeConversation(session: Session) {
  return act(() => setStatus(session, 'closed'), {
    done: 'Conversation closed',
    failed: 'The conversation was not closed',
    undo: () => setStatus(session, session.status),
  })
}

export function archiveConversation(session: Session) {
  return act(() => setStatus(session, 'archived'), {
    done: 'Conversation archived',
    failed: 'The conversation was not archived',
    undo: () => setStatus(session, session.status),
  })
}

/** It is left first, if it is the one that is open: what is looked at is read. */
export function markConversationUnread({ sessionId }: Session, leave: () => void) {
  if (openSessionId() === sessionId) leave()
  return act(() => markUnread(sessionId), {
    done: 'Marked as unread',
    failed: 'The conversation was not marked as unread',
    undo: () => markRead(sessionId),
  })
}

/** `name` is who it goes to, as the person who gives it would say. */
export function assignConversation(session: Session, agentId: string | null, name: string) {
  return act(() => assign(session, agentId), {
    done: `Assigned to ${name}`,
    failed: 'The conversation was not assigned',
    undo: () => assign(session, session.assignedAgentId),
  })
}

export function labelConversation(session: Session, { id: labelId, name }: Label, isOn: boolean) {
  return act(() => setLabel(session, labelId, isOn), {
    done: isOn ? `Labelled ${name}` : `${name} taken off`,
    failed: 'The label was not changed',
    undo: () => setLabel(session, labelId, !isOn),
  })
}

type Told = { done: string; failed: string; undo: () => Promise<void> }

/** Answers whether it was done. */
async function act(run: () => Promise<void>, { done, failed, undo }: Told): Promise<boolean> {
  try {
    await run()
  } catch (error) {
    log(failed, error)
    toast(failed, {
      tone: 'bad',
      action: { label: 'Retry', onPress: () => act(run, { done, failed, undo }) },
    })
    return false
  }
  toast(done, {
    action: {
      label: 'Undo',
      onPress: () =>
        void undo().catch((error) => {
          log('It was not undone', error)
          toast('It could not be undone', { tone: 'bad' })
        }),
    },
  })
  return true
}

async function setStatus({ sessionId }: Session, status: SessionStatus) {
  keepSession((await calls.status({ params: { sessionId }, body: { status } })).session)
  void reloadUnread()
}

async function assign({ sessionId }: Session, agentId: string | null) {
  keepSession((await calls.assign({ params: { sessionId }, body: { agentId } })).session)
}

async function setLabel({ sessionId }: Session, labelId: string, isOn: boolean) {
  keepSession((await calls.label({ params: { sessionId }, body: { labelId, isOn } })).session)
}
