import type { Session } from '@aichat/contracts/chat/sessions'
import { useMemo } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import { useInboxStore } from '../sync/inbox-store.ts'
import { useAutoReply } from './queries.ts'
import { assignConversation, markConversationUnread } from './session-actions.ts'
import { conversationShortcuts } from './shortcuts.ts'

type Options = { session: Session; onBack: () => void; onClose: () => void }

/** Registers the keyboard shortcuts of the open conversation. */
export function useConversationActions({ session, onBack, onClose }: Options) {
  const userId = useUser()?.id
  const { mutate: setAutoReply } = useAutoReply(session.sessionId)
  const { readState } = useInboxStore()
  const { autoReplyEnabled, status } = session
  const actions = useMemo<Action[]>(() => {
    const pageAction = (label: string, keys: string, run: () => void): Action => ({
      label,
      keys,
      run,
      group: 'Actions on this page',
    })
    const { close, assign, unread, autoReply } = conversationShortcuts
    return [
      ...(status === 'active' ? [pageAction('Close conversation', close, onClose)] : []),
      ...(userId
        ? [pageAction('Assign to me', assign, () => void assignConversation(session, userId, 'you'))]
        : []),
      pageAction('Mark as unread', unread, () => void markConversationUnread(readState, session, onBack)),
      pageAction('Turn AI Auto-Reply on or off', autoReply, () => setAutoReply(!autoReplyEnabled)),
    ]
  }, [session, status, userId, autoReplyEnabled, readState, onBack, onClose, setAutoReply])
  useActions(actions)
}
