import { userRoutes } from '@aichat/contracts/company/users'
import { commonSentences } from '@aichat/contracts/kit/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { errorMessage } from '../kit/http/api-error.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { useUpdateProfile } from './queries.ts'

export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const rename = useUpdateProfile()
  const form = useForm({
    resolver: zodResolver(userRoutes.updateMe.body),
    defaultValues: { name: user?.name ?? '' },
    mode: 'onTouched',
  })
  const onSubmit = form.handleSubmit(({ name }) =>
    rename.mutateAsync(name, {
      onSuccess: () => {
        onClose()
        toast('Profile saved')
      },
    }),
  )
  return (
    <FormDialog
      title="My Profile"
      submit="Save"
      onClose={onClose}
      onSubmit={onSubmit}
      isBusy={rename.isPending}
      isDirty={form.formState.isDirty && !rename.isPending}
    >
      {rename.error && <Notice>{errorMessage(rename.error, commonSentences.unexpected)}</Notice>}
      <TextInput
        label="Name"
        isRequired
        autoComplete="name"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <dt className="text-ink-2">Email</dt>
        <dd className="wrap-anywhere">{user?.email}</dd>
        <dt className="text-ink-2">Role</dt>
        <dd>{user?.role}</dd>
      </dl>
    </FormDialog>
  )
}
