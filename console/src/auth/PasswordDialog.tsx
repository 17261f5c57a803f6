import { authSentences, passwordForm } from '@aichat/contracts/auth'
import { commonSentences } from '@aichat/contracts/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useUser } from '../kit/auth-storage.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { toast } from '../ui/toasts.ts'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { changePassword } from './queries.ts'
import { useSignInForm } from './use-sign-in-form.ts'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { currentPassword: '', newPassword: '' },
    mode: 'onTouched',
  })
  const { problem, notice, onSubmit } = useSignInForm(
    form,
    async (values) => {
      await changePassword(values)
      onClose()
      toast('Password changed. Your other sign-ins have ended.')
    },
    commonSentences.unexpected,
  )
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <FormDialog
      title="Change Password"
      submit="Change password"
      onClose={onClose}
      onSubmit={onSubmit}
      isBusy={isSubmitting}
      isDirty={isDirty && !isSubmitting}
    >
      {problem && problem !== authSentences.wrongCurrentPassword && <Notice ref={notice}>{problem}</Notice>}
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        readOnly={isSubmitting}
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <NewPasswordInput
        label="New password"
        typed={form.watch('newPassword')}
        readOnly={isSubmitting}
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
    </FormDialog>
  )
}
