import type { Session } from '@aichat/contracts/chat/sessions'
import { Archive, CircleCheck, Link2, Mail, MailOpen, MessageSquareText, UserCheck } from 'lucide-react'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import {
  archiveConversation,
  assignConversation,
  closeConversation,
  markConversationUnread,
} from '../conversation/session-actions.ts'
import { useCopyLink } from '../conversation/use-copy-link.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import { visitorName } from '../sessions/format-session.ts'
import { useInboxStore } from '../sync/inbox-store.ts'
import type { ReadState } from '../sync/read-state.ts'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import type { MenuChoice } from '../ui/overlay/MenuPopover.tsx'
import { useInboxLocation } from './use-inbox-location.ts'

const MenuPopover = lazyOverlay(() =>
  import('../ui/overlay/MenuPopover.tsx').then((file) => file.MenuPopover),
)

type Props = {
  session: Session
  to: string
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The context menu of a row. Its actions do not open the conversation. */
export function RowMenu({ session, to, trigger, onClose }: Props) {
  const choices = useRowChoices(session, to)
  return (
    <MenuPopover
      label={`Options for ${visitorName(session)}`}
      trigger={trigger}
      choices={choices}
      onClose={onClose}
    />
  )
}

function useRowChoices(session: Session, to: string): MenuChoice[] {
  const { sessionId, status } = session
  const navigate = useNavigate()
  const { open } = useInboxLocation()
  const userId = useUser()?.id
  const copyLink = useCopyLink()
  const { readState } = useInboxStore()
  const choices: (MenuChoice | false | undefined)[] = [
    { key: 'open', label: 'Open', icon: <MessageSquareText {...icon} />, onChoose: () => navigate(to) },
    readChoice(readState, session, () => open(null)),
    userId !== undefined &&
      session.assignedAgentId !== userId && {
        key: 'assign',
        label: 'Assign to me',
        icon: <UserCheck {...icon} />,
        onChoose: () => void assignConversation(session, userId, 'you'),
      },
    status === 'active' && {
      key: 'close',
      label: 'Close',
      icon: <CircleCheck {...icon} />,
      onChoose: () => void closeConversation(session),
    },
    status !== 'archived' && {
      key: 'archive',
      label: 'Archive',
      icon: <Archive {...icon} />,
      onChoose: () => void archiveConversation(session),
    },
    { key: 'copy', label: 'Copy link', icon: <Link2 {...icon} />, onChoose: () => copyLink(sessionId) },
  ]
  return choices.filter((choice) => !!choice)
}

function readChoice(readState: ReadState, session: Session, leave: () => void): MenuChoice {
  if (session.unreadCountAgent > 0) {
    return {
      key: 'read',
      label: 'Mark as read',
      icon: <MailOpen {...icon} />,
      onChoose: () => void readState.markRead(session.sessionId),
    }
  }
  return {
    key: 'unread',
    label: 'Mark as unread',
    icon: <Mail {...icon} />,
    onChoose: () => void markConversationUnread(readState, session, leave),
  }
}
