import type { Session } from '@aichat/contracts/chat/sessions'
import {
  Archive,
  FileJson,
  FileText,
  IdCard,
  Link2,
  ListCollapse,
  Mail,
  Printer,
  RotateCcw,
  Trash2,
  TriangleAlert,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useUser } from '../kit/http/auth-storage.ts'
import { log } from '../kit/log.ts'
import { useInboxStore } from '../sync/inbox-store.ts'
import { toast } from '../ui/feedback/toasts.ts'
import type { MenuChoice } from '../ui/overlay/MenuPopover.tsx'
import { printConversation } from './print-conversation.ts'
import { exportConversation, useSetNeedsHuman, useSetStatus } from './queries.ts'
import {
  archiveConversation,
  assignConversation,
  markConversationUnread,
  unassignConversation,
} from './session-actions.ts'
import { conversationShortcuts } from './shortcuts.ts'
import type { SummaryPanelState } from './summary/use-summary-panel.ts'
import { useCopyLink } from './use-copy-link.ts'

type Options = {
  session: Session
  summary: SummaryPanelState
  onVisitor: (() => void) | null
  onBack: () => void
  onErase: () => void
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The choices of the menu "More options", in groups. */
export function useMenuChoices({ session, summary, onVisitor, onBack, onErase }: Options): MenuChoice[] {
  const state = useStateChoices(session, onBack)
  const output = useOutputChoices(session)
  return [
    ...(onVisitor
      ? [{ key: 'visitor', label: 'Visitor details', icon: <IdCard {...icon} />, onChoose: onVisitor }]
      : []),
    {
      key: 'summary',
      label: describeToggle(summary),
      keywords: 'summarize, overview, catch up',
      icon: <ListCollapse {...icon} />,
      onChoose: summary.toggle,
    },
    useAssignmentChoice(session),
    ...state,
    ...output,
    {
      key: 'erase',
      label: 'Erase visitor…',
      keywords: 'delete, gdpr, remove, privacy',
      icon: <Trash2 {...icon} />,
      onChoose: onErase,
      isDanger: true,
      isNewGroup: true,
      permission: 'visitors.erase',
    },
  ]
}

/** The summary of a conversation that needs a person keeps its header. */
function describeToggle({ isPinned, isExpanded }: SummaryPanelState): string {
  if (isPinned) return isExpanded ? 'Collapse summary' : 'Expand summary'
  return isExpanded ? 'Hide summary' : 'Show summary'
}

function useAssignmentChoice(session: Session): MenuChoice {
  const user = useUser()
  if (session.assignedAgentId === user?.id) {
    return {
      key: 'unassign',
      label: 'Unassign',
      icon: <UserX {...icon} />,
      onChoose: () => void unassignConversation(session),
    }
  }
  return {
    key: 'assign',
    label: 'Assign to me',
    icon: <UserCheck {...icon} />,
    keys: conversationShortcuts.assign,
    onChoose: () => user && void assignConversation(session, user.id, 'you'),
  }
}

function useStateChoices(session: Session, onBack: () => void): MenuChoice[] {
  const { sessionId, status, needsHuman } = session
  const setStatus = useSetStatus(sessionId)
  const setNeedsHuman = useSetNeedsHuman(sessionId)
  const { readState } = useInboxStore()
  const onError = () => void toast('Failed to change the "Needs a person" mark', { tone: 'bad' })
  const archive: MenuChoice = {
    key: 'archive',
    label: 'Archive',
    keywords: 'hide, remove',
    icon: <Archive {...icon} />,
    onChoose: () => void archiveConversation(session),
  }
  const reopen: MenuChoice = {
    key: 'reopen',
    label: 'Reopen',
    icon: <RotateCcw {...icon} />,
    onChoose: () => setStatus.mutate('active'),
  }
  return [
    {
      key: 'unread',
      label: 'Mark as unread',
      icon: <Mail {...icon} />,
      keys: conversationShortcuts.unread,
      onChoose: () => void markConversationUnread(readState, session, onBack),
    },
    {
      key: 'needs-human',
      label: needsHuman ? 'Clear "Needs a person"' : 'Mark as "Needs a person"',
      keywords: 'escalate, human, hand over',
      icon: <TriangleAlert {...icon} />,
      onChoose: () => setNeedsHuman.mutate(!needsHuman, { onError }),
    },
    status === 'active' ? archive : reopen,
  ]
}

function useOutputChoices({ sessionId }: Session): MenuChoice[] {
  const copyLink = useCopyLink()
  return [
    {
      key: 'copy',
      label: 'Copy link',
      keywords: 'share, url',
      icon: <Link2 {...icon} />,
      isNewGroup: true,
      onChoose: () => copyLink(sessionId),
    },
    {
      key: 'text',
      label: 'Export as text',
      keywords: 'download, transcript, save',
      icon: <FileText {...icon} />,
      onChoose: () => exportAs(sessionId, 'text'),
    },
    {
      key: 'json',
      label: 'Export as JSON',
      keywords: 'download, transcript, save',
      icon: <FileJson {...icon} />,
      onChoose: () => exportAs(sessionId, 'json'),
    },
    {
      key: 'print',
      label: 'Print',
      icon: <Printer {...icon} />,
      onChoose: () => printMessages(sessionId),
    },
  ]
}

function exportAs(sessionId: string, format: 'text' | 'json') {
  return runOrToast(() => exportConversation(sessionId, format), 'Failed to export the conversation')
}

function printMessages(sessionId: string) {
  return runOrToast(() => printConversation(sessionId), 'Failed to load the conversation for printing')
}

async function runOrToast(run: () => Promise<void>, failure: string) {
  try {
    await run()
  } catch (error) {
    log(failure, error)
    const action = { label: 'Retry', onPress: () => runOrToast(run, failure) }
    toast(failure, { tone: 'bad', action })
  }
}
