import { authRoutes } from '@aichat/contracts/company/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { AuthForm } from './AuthForm.tsx'
import { EmailInput } from './EmailInput.tsx'
import { requestPasswordReset } from './queries.ts'

export function ForgotForm({ onDone }: { onDone: (answer: { canMail: boolean }) => void }) {
  return (
    <AuthForm
      resolver={zodResolver(authRoutes.forgotPassword.body)}
      defaultValues={{ email: '' }}
      submit={({ email }) => requestPasswordReset(email).then(onDone)}
      submitLabel="Send reset link"
    >
      {({ field }) => <EmailInput autoComplete="username" {...field('email')} />}
    </AuthForm>
  )
}
