import { type Label, labelRoutes } from '@aichat/contracts/chat/labels'
import type { Session } from '@aichat/contracts/chat/sessions'
import { api } from '../kit/http/api.ts'
import { runOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { sessionCache } from '../sync/session-cache.ts'
import { sessionMutation } from '../sync/session-mutation.ts'
import { runUndoable } from '../ui/feedback/run-undoable.ts'

const calls = api(labelRoutes)

export function labelConversation(session: Session, { id: labelId, name }: Label, isOn: boolean) {
  return runUndoable(
    () => setLabel(session, labelId, isOn),
    () => setLabel(session, labelId, !isOn),
    { done: isOn ? `Label ${name} added` : `Label ${name} removed`, failed: 'Failed to change the label' },
  )
}

function setLabel(session: Session, labelId: string, isOn: boolean) {
  const { sessionId } = session
  const withoutLabel = () => (sessionCache.get(sessionId) ?? session).labelIds.filter((id) => id !== labelId)
  const mutation = sessionMutation<boolean>({
    sessionId,
    send: (next) => calls.assign({ params: { sessionId }, body: { labelId, isOn: next } }),
    patch: (next) => ({ labelIds: next ? [...withoutLabel(), labelId] : withoutLabel() }),
    failure: 'Failed to change the label',
  })
  return runOptimisticMutation(mutation, isOn)
}
