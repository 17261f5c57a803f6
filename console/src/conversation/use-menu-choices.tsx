import type { Session } from '@aichat/contracts/chat/sessions'
import {
  Archive,
  FileJson,
  FileText,
  FolderKanban,
  IdCard,
  Link2,
  Mail,
  Printer,
  RotateCcw,
  Trash2,
  TriangleAlert,
  UserCheck,
  Users,
  UserX,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { useUser } from '../kit/http/auth-storage.ts'
import { log } from '../kit/log.ts'
import { projectPath } from '../paths.ts'
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
import { useCopyLink } from './use-copy-link.ts'

type Options = {
  session: Session
  onVisitor: () => void
  onBack: () => void
  onDialog: (dialog: 'assign' | 'erase') => void
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The choices of the menu "More options". */
export function useMenuChoices({ session, onVisitor, onBack, onDialog }: Options): MenuChoice[] {
  const assignment = useAssignmentChoices(session, () => onDialog('assign'))
  const state = useStateChoices(session, onBack)
  const output = useOutputChoices(session)
  return [
    { key: 'visitor', label: 'Visitor details', icon: <IdCard {...icon} />, onChoose: onVisitor },
    ...assignment,
    ...state,
    ...output,
    {
      key: 'erase',
      label: 'Erase visitor…',
      icon: <Trash2 {...icon} />,
      onChoose: () => onDialog('erase'),
      isDanger: true,
      permission: 'visitors.erase',
    },
  ]
}

function useAssignmentChoices(session: Session, openDialog: () => void): MenuChoice[] {
  const user = useUser()
  const unassign: MenuChoice = {
    key: 'unassign',
    label: 'Unassign',
    icon: <UserX {...icon} />,
    onChoose: () => void unassignConversation(session),
  }
  const assignToMe: MenuChoice = {
    key: 'assign',
    label: 'Assign to me',
    icon: <UserCheck {...icon} />,
    onChoose: () => user && void assignConversation(session, user.id, 'you'),
  }
  return [
    session.assignedAgentId === user?.id ? unassign : assignToMe,
    { key: 'assign-to', label: 'Assign to…', icon: <Users {...icon} />, onChoose: openDialog },
  ]
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
      onChoose: () => void markConversationUnread(readState, session, onBack),
    },
    {
      key: 'needs-human',
      label: needsHuman ? 'Clear "Needs a person"' : 'Mark as "Needs a person"',
      icon: <TriangleAlert {...icon} />,
      onChoose: () => setNeedsHuman.mutate(!needsHuman, { onError }),
    },
    status === 'active' ? archive : reopen,
  ]
}

function useOutputChoices({ sessionId, projectId }: Session): MenuChoice[] {
  const navigate = useNavigate()
  const copyLink = useCopyLink()
  return [
    {
      key: 'copy',
      label: 'Copy link',
      icon: <Link2 {...icon} />,
      onChoose: () => copyLink(sessionId),
    },
    {
      key: 'text',
      label: 'Export as text',
      icon: <FileText {...icon} />,
      onChoose: () => exportAs(sessionId, 'text'),
    },
    {
      key: 'json',
      label: 'Export as JSON',
      icon: <FileJson {...icon} />,
      onChoose: () => exportAs(sessionId, 'json'),
    },
    {
      key: 'print',
      label: 'Print',
      icon: <Printer {...icon} />,
      onChoose: () => printMessages(sessionId),
    },
    {
      key: 'project',
      label: 'Open project',
      icon: <FolderKanban {...icon} />,
      onChoose: () => navigate(projectPath(projectId._id)),
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
