import { commonSentences } from '@aichat/contracts/common'
import { type Role, userRoutes } from '@aichat/contracts/users'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { sentenceOf } from '../kit/failure.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { InviteLinkDialog } from './InviteLinkDialog.tsx'
import { useInvite } from './queries.ts'
import { roleCards } from './roles.ts'

type Props = { roles: readonly Role[]; onClose: () => void }

/** Then shows the link: mailed or not, it can be copied. */
export function InviteDialog({ roles, onClose }: Props) {
  const formId = useId()
  const invite = useInvite()
  const form = useForm({
    resolver: zodResolver(userRoutes.invite.body),
    defaultValues: { email: '', name: '', role: 'Agent' },
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  if (invite.data) {
    return <InviteLinkDialog email={invite.data.user.email} url={invite.data.inviteUrl} onClose={onClose} />
  }
  return (
    <Dialog
      title="Invite"
      isOpen
      onClose={onClose}
      isDirty={isDirty && !invite.isPending}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={invite.isPending}>
            Send invitation
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit((values) => invite.mutate(values))}
        className="flex flex-col gap-4"
      >
        {invite.error && <Notice>{sentenceOf(invite.error, commonSentences.unexpected)}</Notice>}
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
          hint="Optional: they can change it when they join."
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
              cards={roleCards(roles)}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </form>
    </Dialog>
  )
}
