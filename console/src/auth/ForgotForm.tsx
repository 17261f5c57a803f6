import { authRoutes } from '@aichat/contracts/auth'
import { commonSentences } from '@aichat/contracts/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { TextInput } from '../ui/TextInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { requestPasswordReset } from './queries.ts'
import { useSignInForm } from './use-sign-in-form.ts'

export function ForgotForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(authRoutes.forgotPassword.body),
    defaultValues: { email: '' },
    mode: 'onTouched',
  })
  const { problem, notice, onSubmit } = useSignInForm(
    form,
    ({ email }) => requestPasswordReset(email).then(onDone),
    commonSentences.unexpected,
  )
  const { errors, isSubmitting } = form.formState
  return (
    <AuthForm
      problem={problem}
      notice={notice}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      submit="Send link"
    >
      <TextInput
        label="Email"
        isRequired
        type="email"
        inputMode="email"
        autoComplete="username"
        placeholder="you@company.com"
        readOnly={isSubmitting}
        error={errors.email?.message}
        {...form.register('email')}
      />
    </AuthForm>
  )
}
