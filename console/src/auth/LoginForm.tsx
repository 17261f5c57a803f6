import { authSentences, loginForm } from '@aichat/contracts/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { logIn } from './queries.ts'
import { forgiveLeaving, useFirstFocus } from './use-first-focus.ts'
import { useSignInForm } from './use-sign-in-form.ts'

export function LoginForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(loginForm),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const { problem, notice, onSubmit } = useSignInForm(
    form,
    (values) => logIn(values).then(onDone),
    authSentences.loginFailed,
  )
  useFirstFocus(form, 'email')
  const { errors, isSubmitting } = form.formState
  return (
    <AuthForm
      problem={problem}
      notice={notice}
      onSubmit={onSubmit}
      onBlurCapture={forgiveLeaving}
      isSubmitting={isSubmitting}
      submit="Sign in"
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
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        readOnly={isSubmitting}
        error={errors.password?.message}
        {...form.register('password')}
      />
    </AuthForm>
  )
}
