import type { Role } from '@aichat/contracts/company/permissions'
import type { TeamMember } from '@aichat/contracts/company/users'
import { commonSentences } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useUpdateMember } from './queries.ts'
import { createRoleCards } from './role-cards.ts'

type Props = { member: TeamMember; roles: readonly Role[]; onClose: () => void }

export function ChangeRoleDialog({ member, roles, onClose }: Props) {
  const [role, setRole] = useState(member.role)
  const change = useUpdateMember(member.id)
  return (
    <Dialog
      title="Change role"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
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
        {change.error && <Notice>{errorMessage(change.error, commonSentences.unexpected)}</Notice>}
        <RadioCards
          label={`Role for ${member.name || member.email}`}
          columns={3}
          cards={createRoleCards(roles)}
          value={role}
          onChange={setRole}
        />
      </div>
    </Dialog>
  )
}
