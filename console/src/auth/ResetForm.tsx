import { authRoutes } from '@aichat/contracts/auth'
import { commonSentences } from '@aichat/contracts/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { resetPassword } from './queries.ts'
import { useSignInForm } from './use-sign-in-form.ts'

export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(authRoutes.resetPassword.body),
    defaultValues: { token, password: '' },
    mode: 'onTouched',
  })
  const { problem, notice, onSubmit } = useSignInForm(
    form,
    (values) => resetPassword(values).then(onDone),
    commonSentences.unexpected,
  )
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {problem && <Notice ref={notice}>{problem}</Notice>}
      <NewPasswordInput
        label="New password"
        typed={form.watch('password')}
        readOnly={isSubmitting}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" look="primary" isBusy={isSubmitting} className="mt-2 w-full">
        Save password
      </Button>
    </form>
  )
}
