import type { Session } from '@aichat/contracts/sessions'
import {
  Archive,
  Ellipsis,
  FileJson,
  FileText,
  FolderKanban,
  IdCard,
  Link2,
  Mail,
  RotateCcw,
  Trash2,
  TriangleAlert,
  UserCheck,
  Users,
  UserX,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '../kit/auth-storage.ts'
import { log } from '../kit/log.ts'
import type { Member } from '../notes/NoteComposer.tsx'
import { chatsPath, projectPath } from '../paths.ts'
import { saveConversation, useSetNeedsHuman, useSetStatus } from '../sync/session-queries.ts'
import { visitorName } from '../sync/visitor.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Menu, type MenuChoice } from '../ui/Menu.tsx'
import { toast } from '../ui/toasts.ts'
import { useCopy } from '../ui/use-copy.ts'
import { useEraseVisitor } from './erase-visitor.ts'
import { archiveConversation, assignConversation, markConversationUnread } from './session-actions.ts'

const AssignDialog = lazy(() => import('./AssignDialog.tsx').then((file) => ({ default: file.AssignDialog })))

type Props = { session: Session; members: readonly Member[]; onVisitor: () => void }

const look = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

export function MoreMenu({ session, members, onVisitor }: Props) {
  const { sessionId } = session
  const user = useUser()
  const navigate = useNavigate()
  const setStatus = useSetStatus(sessionId)
  const setNeedsHuman = useSetNeedsHuman(sessionId)
  const [isAssigning, setAssigning] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const erase = useEraseVisitor(sessionId, () => {
    toast('Visitor erased')
    navigate(chatsPath(null, session.status))
  })
  const { copy } = useCopy()
  const mayErase = user?.role === 'Owner' || user?.role === 'Admin'
  const isMine = session.assignedAgentId === user?.id
  const failed = (what: string) => ({ onError: () => void toast(what, { tone: 'bad' }) })

  async function exportAs(format: 'text' | 'json') {
    try {
      await saveConversation(sessionId, format)
    } catch (error) {
      log('The conversation was not exported', error)
      toast('The conversation was not exported', {
        tone: 'bad',
        action: { label: 'Retry', onPress: () => exportAs(format) },
      })
    }
  }

  const choices: MenuChoice[] = [
    { key: 'visitor', label: 'Visitor details', icon: <IdCard {...look} />, onChoose: onVisitor },
    isMine
      ? {
          key: 'unassign',
          label: 'Assign to nobody',
          icon: <UserX {...look} />,
          onChoose: () => void assignConversation(session, null, 'nobody'),
        }
      : {
          key: 'assign',
          label: 'Assign to me',
          icon: <UserCheck {...look} />,
          onChoose: () => user && void assignConversation(session, user.id, 'you'),
        },
    { key: 'assign-to', label: 'Assign to…', icon: <Users {...look} />, onChoose: () => setAssigning(true) },
    {
      key: 'unread',
      label: 'Mark as unread',
      icon: <Mail {...look} />,
      onChoose: () => void markConversationUnread(session, () => navigate(chatsPath(null, session.status))),
    },
    {
      key: 'needs-human',
      label: session.needsHuman ? 'No person needed any more' : 'Mark: needs a person',
      icon: <TriangleAlert {...look} />,
      onChoose: () => setNeedsHuman.mutate(!session.needsHuman, failed('The mark was not changed')),
    },
    session.status === 'active'
      ? {
          key: 'archive',
          label: 'Archive',
          icon: <Archive {...look} />,
          onChoose: () => void archiveConversation(session),
        }
      : {
          key: 'reopen',
          label: 'Reopen',
          icon: <RotateCcw {...look} />,
          onChoose: () => setStatus.mutate('active'),
        },
    {
      key: 'copy',
      label: 'Copy link',
      icon: <Link2 {...look} />,
      onChoose: () =>
        copy(new URL(chatsPath(sessionId), window.location.href).href).then(() => toast('Link copied')),
    },
    {
      key: 'text',
      label: 'Export as text',
      icon: <FileText {...look} />,
      onChoose: () => exportAs('text'),
    },
    {
      key: 'json',
      label: 'Export as JSON',
      icon: <FileJson {...look} />,
      onChoose: () => exportAs('json'),
    },
    {
      key: 'project',
      label: 'Open project',
      icon: <FolderKanban {...look} />,
      onChoose: () => navigate(projectPath(session.projectId._id)),
    },
    ...(mayErase
      ? [
          {
            key: 'erase',
            label: 'Erase visitor…',
            icon: <Trash2 {...look} />,
            onChoose: () => setErasing(true),
            isDanger: true,
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu label="More options" choices={choices} icon={<Ellipsis aria-hidden strokeWidth={1.75} />} />
      {isAssigning && (
        <Suspense>
          <AssignDialog session={session} members={members} onClose={() => setAssigning(false)} />
        </Suspense>
      )}
      <AlertDialog
        title="Erase visitor"
        question={`Erase ${visitorName(session)} with all their conversations and files in ${session.projectId.name}? Nothing of it can be brought back.`}
        confirmLabel="Erase visitor"
        isOpen={isErasing}
        onCancel={() => setErasing(false)}
        onConfirm={() => {
          setErasing(false)
          erase.mutate(undefined, failed('The visitor was not erased'))
        }}
      />
    </>
  )
}
