import { commonSentences } from '@aichat/contracts/common'
import type { Role, TeamMember } from '@aichat/contracts/users'
import { useState } from 'react'
import { sentenceOf } from '../kit/failure.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { useChangeMember } from './queries.ts'
import { roleCards } from './roles.ts'

type Props = { member: TeamMember; roles: readonly Role[]; onClose: () => void }

export function ChangeRoleDialog({ member, roles, onClose }: Props) {
  const [role, setRole] = useState(member.role)
  const change = useChangeMember(member.id)
  return (
    <Dialog
      title="Change role"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            isBusy={change.isPending}
            isDisabled={role === member.role && !change.isPending}
            onPress={() => change.mutate({ role }, { onSuccess: onClose })}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {change.error && <Notice>{sentenceOf(change.error, commonSentences.unexpected)}</Notice>}
        <RadioCards
          label={`Role of ${member.name || member.email}`}
          columns={3}
          cards={roleCards(roles)}
          value={role}
          onChange={setRole}
        />
      </div>
    </Dialog>
  )
}
