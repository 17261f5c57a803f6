import type { Role } from '@aichat/contracts/company/permissions'
import type { TeamMember } from '@aichat/contracts/company/users'
import { commonSentences } from '@aichat/contracts/kit/common'
import { Ban, CircleCheck, Ellipsis, Link2, Trash2, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { InviteLinkDialog } from './InviteLinkDialog.tsx'
import type { MemberAction } from './member-actions.ts'
import { useInvite, useRemoveMember, useUpdateMember } from './queries.ts'

const looks: Record<MemberAction, { label: string; icon: typeof Ban }> = {
  role: { label: 'Change role', icon: UserCog },
  disable: { label: 'Disable', icon: Ban },
  enable: { label: 'Enable', icon: CircleCheck },
  remove: { label: 'Remove', icon: Trash2 },
  renew: { label: 'Copy link', icon: Link2 },
  withdraw: { label: 'Cancel invitation', icon: UserMinus },
}

type Props = { member: TeamMember; actions: readonly MemberAction[]; roles: readonly Role[] }

export function MemberMenu({ member, actions, roles }: Props) {
  const change = useUpdateMember(member.id)
  const invite = useInvite()
  const remove = useRemoveMember()
  const [open, setOpen] = useState<'role' | 'remove' | 'link' | null>(null)
  const name = member.name || member.email
  const onError = (error: Error) => toast(errorMessage(error, commonSentences.unexpected), { tone: 'bad' })

  const handlers: Record<MemberAction, () => void> = {
    role: () => setOpen('role'),
    disable: () => change.mutate({ status: 'disabled' }, { onError }),
    enable: () => change.mutate({ status: 'active' }, { onError }),
    remove: () => setOpen('remove'),
    withdraw: () => remove.mutate(member.id, { onError }),
    // The server stores only a hash of the token, so a copy needs a new link.
    renew: () =>
      invite.mutate(
        { email: member.email, name: member.name, role: member.role },
        { onSuccess: () => setOpen('link'), onError },
      ),
  }
  const choices = actions.map((action) => {
    const { label, icon: Icon } = looks[action]
    return {
      key: action,
      label,
      icon: <Icon aria-hidden size={16} strokeWidth={1.75} />,
      onChoose: handlers[action],
      isDanger: action === 'remove' || action === 'withdraw',
    }
  })
  return (
    <>
      <Menu
        label={`Options for ${name}`}
        icon={<Ellipsis aria-hidden strokeWidth={1.75} />}
        choices={choices}
      />
      {open === 'role' && <ChangeRoleDialog member={member} roles={roles} onClose={() => setOpen(null)} />}
      {open === 'link' && invite.data && (
        <InviteLinkDialog email={member.email} invitation={invite.data} onClose={() => setOpen(null)} />
      )}
      <AlertDialog
        title="Remove from company"
        question={`Remove ${name}? They'll be signed out immediately. Their messages stay.`}
        confirmLabel="Remove"
        isOpen={open === 'remove'}
        onCancel={() => setOpen(null)}
        onConfirm={() => {
          setOpen(null)
          remove.mutate(member.id, { onError })
        }}
      />
    </>
  )
}
