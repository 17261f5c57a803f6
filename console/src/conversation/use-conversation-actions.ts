import type { Session } from '@aichat/contracts/chat/sessions'
import { useMemo } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import type { Member } from '../notes/mentions.ts'
import { useAutoReply } from './queries.ts'
import { assignConversation } from './session-actions.ts'
import { conversationShortcuts } from './shortcuts.ts'

type Options = { session: Session; members: readonly Member[]; onClose: () => void }

/** Registers what the buttons in the header of the open conversation do, and the assignment to each teammate. */
export function useConversationActions({ session, members, onClose }: Options) {
  useAssignActions(session, members)
  const { mutate: setAutoReply } = useAutoReply(session.sessionId)
  const { autoReplyEnabled, status } = session
  const actions = useMemo<Action[]>(() => {
    const close: Action = {
      label: 'Close conversation',
      keywords: 'resolve, done, finish',
      group: 'This conversation',
      keys: conversationShortcuts.close,
      run: onClose,
    }
    return [
      ...(status === 'active' ? [close] : []),
      {
        label: 'Turn AI Auto-Reply on or off',
        keywords: 'bot, pause, manual',
        group: 'This conversation',
        keys: conversationShortcuts.autoReply,
        run: () => setAutoReply(!autoReplyEnabled),
      },
    ]
  }, [status, autoReplyEnabled, onClose, setAutoReply])
  useActions(actions)
}

function useAssignActions(session: Session, members: readonly Member[]) {
  const selfId = useUser()?.id
  const actions = useMemo<Action[]>(
    () =>
      members
        .filter(({ id }) => id !== selfId && id !== session.assignedAgentId)
        .map(({ id, name }) => ({
          label: `Assign to ${name}`,
          keywords: 'teammate, hand over, transfer',
          group: 'This conversation',
          isSearchOnly: true,
          run: () => void assignConversation(session, id, name),
        })),
    [session, members, selfId],
  )
  useActions(actions)
}
