import { authSentences, passwordForm } from '@aichat/contracts/company/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useUser } from '../kit/http/auth-storage.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { PasswordInput } from '../ui/forms/PasswordInput.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { changePassword } from './queries.ts'
import { useAuthForm } from './use-auth-form.ts'

type Props = { onChanged: () => void; onClose: () => void }

/** `onChanged` is called with the new sign-in stored. */
export function PasswordDialog({ onChanged, onClose }: Props) {
  const user = useUser()
  const { error, summary, isDirty, isSubmitting, onSubmit, field, watch } = useAuthForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { currentPassword: '', newPassword: '' },
    async submit(values) {
      await changePassword(values)
      onChanged()
      onClose()
      toast("Password changed. You've been signed out on other devices.")
    },
  })
  return (
    <FormDialog
      title="Change Password"
      submit="Change password"
      onClose={onClose}
      onSubmit={onSubmit}
      isBusy={isSubmitting}
      isDirty={isDirty && !isSubmitting}
    >
      {error && error !== authSentences.wrongCurrentPassword && <Notice ref={summary}>{error}</Notice>}
      {/* Lets a password manager find the account. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordInput label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <NewPasswordInput label="New password" typed={watch('newPassword')} {...field('newPassword')} />
    </FormDialog>
  )
}
