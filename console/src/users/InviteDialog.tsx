import type { Role } from '@aichat/contracts/company/permissions'
import { userRoutes } from '@aichat/contracts/company/users'
import { commonSentences } from '@aichat/contracts/kit/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { errorMessage } from '../kit/http/api-error.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { InviteLinkDialog } from './InviteLinkDialog.tsx'
import { useInvite } from './queries.ts'
import { createRoleCards } from './role-cards.ts'

type Props = { roles: readonly Role[]; onClose: () => void }

/** Creates an invitation, then shows its link to copy. */
export function InviteDialog({ roles, onClose }: Props) {
  const invite = useInvite()
  const form = useForm({
    resolver: zodResolver(userRoutes.invite.body),
    defaultValues: { email: '', name: '', role: 'Agent' },
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  if (invite.data) {
    return <InviteLinkDialog email={invite.data.user.email} invitation={invite.data} onClose={onClose} />
  }
  return (
    <FormDialog
      title="Invite a teammate"
      submit="Invite"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => invite.mutateAsync(values))}
      isBusy={invite.isPending}
      isDirty={isDirty && !invite.isPending}
    >
      {invite.error && <Notice>{errorMessage(invite.error, commonSentences.unexpected)}</Notice>}
      <TextInput
        label="Email"
        isRequired
        type="email"
        inputMode="email"
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextInput
        label="Name"
        hint="They can change it when they join."
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => (
          <RadioCards
            label="Role"
            columns={3}
            cards={createRoleCards(roles)}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </FormDialog>
  )
}
