import type { Session } from '@aichat/contracts/chat/sessions'
import { useMemo } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { useAutoReply } from './queries.ts'
import { conversationShortcuts } from './shortcuts.ts'

type Options = { session: Session; onClose: () => void }

/** Registers what the buttons in the header of the open conversation do. */
export function useConversationActions({ session, onClose }: Options) {
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
