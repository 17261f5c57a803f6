import { commonSentences } from '@aichat/contracts/common'
import type { Role, TeamMember } from '@aichat/contracts/users'
import { Ban, CircleCheck, Ellipsis, Link2, Trash2, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/toasts.ts'
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
  withdraw: { label: 'Withdraw', icon: UserMinus },
}

type Props = { member: TeamMember; acts: readonly MemberAction[]; roles: readonly Role[] }

export function MemberMenu({ member, acts, roles }: Props) {
  const change = useUpdateMember(member.id)
  const invite = useInvite()
  const remove = useRemoveMember()
  const [open, setOpen] = useState<'role' | 'remove' | 'link' | null>(null)
  const name = member.name || member.email
  const onError = (error: Error) => toast(errorMessage(error, commonSentences.unexpected), { tone: 'bad' })

  const does: Record<MemberAction, () => void> = {
    role: () => setOpen('role'),
    disable: () => change.mutate({ status: 'disabled' }, { onError }),
    enable: () => change.mutate({ status: 'active' }, { onError }),
    remove: () => setOpen('remove'),
    withdraw: () => remove.mutate(member.id, { onError }),
    // The server keeps no link that could be shown again: a copy is a new one.
    renew: () =>
      invite.mutate(
        { email: member.email, name: member.name, role: member.role },
        { onSuccess: () => setOpen('link'), onError },
      ),
  }
  const choices = acts.map((act) => {
    const { label, icon: Icon } = looks[act]
    return {
      key: act,
      label,
      icon: <Icon aria-hidden size={16} strokeWidth={1.75} />,
      onChoose: does[act],
      isDanger: act === 'remove' || act === 'withdraw',
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
        <InviteLinkDialog email={member.email} url={invite.data.inviteUrl} onClose={() => setOpen(null)} />
      )}
      <AlertDialog
        title="Remove from the company"
        question={`Remove ${name}? They are signed out at once. What they wrote stays.`}
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
