import { authRoutes } from '@aichat/contracts/auth'
import { commonSentences } from '@aichat/contracts/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AuthForm } from './AuthForm.tsx'
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
    <AuthForm
      problem={problem}
      notice={notice}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      submit="Save password"
    >
      <NewPasswordInput
        label="New password"
        typed={form.watch('password')}
        readOnly={isSubmitting}
        error={errors.password?.message}
        {...form.register('password')}
      />
    </AuthForm>
  )
}
