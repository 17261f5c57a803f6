import type { Session } from '@aichat/contracts/sessions'
import { Archive, Ellipsis, FolderKanban, Link2, RotateCcw, UserCheck, UserX } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useUser } from '../kit/storage.ts'
import { projectPath } from '../paths.ts'
import { Menu, type MenuChoice } from '../ui/Menu.tsx'
import { toast } from '../ui/toasts.ts'
import { useCopy } from '../ui/use-copy.ts'
import { useAssign, useSetStatus } from './queries.ts'

export function MoreMenu({ session }: { session: Session }) {
  const user = useUser()
  const navigate = useNavigate()
  const assign = useAssign(session.sessionId)
  const setStatus = useSetStatus(session.sessionId)
  const { copy } = useCopy()
  const isMine = session.assignedAgentId === user?.id

  const choices: MenuChoice[] = [
    isMine
      ? {
          key: 'unassign',
          label: 'Assign to nobody',
          icon: <UserX aria-hidden size={16} strokeWidth={1.75} />,
          onChoose: () => assign.mutate(null),
        }
      : {
          key: 'assign',
          label: 'Assign to me',
          icon: <UserCheck aria-hidden size={16} strokeWidth={1.75} />,
          onChoose: () => user && assign.mutate(user.id, { onSuccess: () => toast('Assigned to you') }),
        },
    session.status === 'active'
      ? {
          key: 'archive',
          label: 'Archive',
          icon: <Archive aria-hidden size={16} strokeWidth={1.75} />,
          onChoose: () =>
            setStatus.mutate('archived', {
              onSuccess: () =>
                toast('Conversation archived', {
                  action: { label: 'Undo', onPress: () => setStatus.mutate('active') },
                }),
            }),
        }
      : {
          key: 'reopen',
          label: 'Reopen',
          icon: <RotateCcw aria-hidden size={16} strokeWidth={1.75} />,
          onChoose: () => setStatus.mutate('active'),
        },
    {
      key: 'copy',
      label: 'Copy link',
      icon: <Link2 aria-hidden size={16} strokeWidth={1.75} />,
      onChoose: () => copy(window.location.href).then(() => toast('Link copied')),
    },
    {
      key: 'project',
      label: 'Open project',
      icon: <FolderKanban aria-hidden size={16} strokeWidth={1.75} />,
      onChoose: () => navigate(projectPath(session.projectId._id)),
    },
  ]
  return <Menu label="More options" choices={choices} icon={<Ellipsis aria-hidden strokeWidth={1.75} />} />
}
