import type { Session } from '@aichat/contracts/sessions'
import { Archive, CircleCheck, Link2, Mail, MailOpen, MessageSquareText, UserCheck } from 'lucide-react'
import { lazy, type RefObject, Suspense } from 'react'
import { useNavigate } from 'react-router'
import {
  archiveConversation,
  assignConversation,
  closeConversation,
  markConversationUnread,
} from '../conversation/session-actions.ts'
import { useUser } from '../kit/auth-storage.ts'
import { chatsPath } from '../paths.ts'
import { markRead } from '../sync/read-state.ts'
import { visitorName } from '../sync/visitor.ts'
import type { MenuChoice } from '../ui/Menu.tsx'
import { toast } from '../ui/toasts.ts'
import { useCopy } from '../ui/use-copy.ts'

const MenuPopover = lazy(() =>
  import('../ui/MenuPopover.tsx').then((file) => ({ default: file.MenuPopover })),
)

type Props = {
  session: Session
  to: string
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
}

const look = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** What can be done to a conversation without opening it. */
export function RowMenu({ session, to, trigger, onClose }: Props) {
  const { sessionId, status } = session
  const navigate = useNavigate()
  const userId = useUser()?.id
  const { copy } = useCopy()
  const choices: (MenuChoice | false | undefined)[] = [
    { key: 'open', label: 'Open', icon: <MessageSquareText {...look} />, onChoose: () => navigate(to) },
    session.unreadCountAgent > 0
      ? {
          key: 'read',
          label: 'Mark as read',
          icon: <MailOpen {...look} />,
          onChoose: () => void markRead(sessionId),
        }
      : {
          key: 'unread',
          label: 'Mark as unread',
          icon: <Mail {...look} />,
          onChoose: () => void markConversationUnread(session, () => navigate(chatsPath(null, status))),
        },
    userId !== undefined &&
      session.assignedAgentId !== userId && {
        key: 'assign',
        label: 'Assign to me',
        icon: <UserCheck {...look} />,
        onChoose: () => void assignConversation(session, userId, 'you'),
      },
    status === 'active' && {
      key: 'close',
      label: 'Close',
      icon: <CircleCheck {...look} />,
      onChoose: () => void closeConversation(session),
    },
    status !== 'archived' && {
      key: 'archive',
      label: 'Archive',
      icon: <Archive {...look} />,
      onChoose: () => void archiveConversation(session),
    },
    {
      key: 'copy',
      label: 'Copy link',
      icon: <Link2 {...look} />,
      onChoose: () =>
        copy(new URL(chatsPath(sessionId), window.location.href).href).then(() => toast('Link copied')),
    },
  ]
  return (
    <Suspense>
      <MenuPopover
        label={`Options for ${visitorName(session)}`}
        trigger={trigger}
        choices={choices.filter((choice) => !!choice)}
        onClose={onClose}
      />
    </Suspense>
  )
}
