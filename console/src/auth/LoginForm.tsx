import { authSentences, loginForm } from '@aichat/contracts/company/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { PasswordInput } from '../ui/forms/PasswordInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { EmailInput } from './EmailInput.tsx'
import { logIn } from './queries.ts'

export function LoginForm({ onDone }: { onDone: () => void }) {
  return (
    <AuthForm
      resolver={zodResolver(loginForm)}
      defaultValues={{ email: '', password: '' }}
      submit={(values) => logIn(values).then(onDone)}
      fallback={authSentences.loginFailed}
      submitLabel="Sign in"
    >
      {({ field }) => (
        <>
          <EmailInput autoComplete="username" {...field('email')} />
          <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
        </>
      )}
    </AuthForm>
  )
}
