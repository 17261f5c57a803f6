import { authSentences, loginForm } from '@aichat/contracts/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
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
    <form noValidate onSubmit={onSubmit} onBlurCapture={forgiveLeaving} className="flex flex-col gap-4">
      {problem && <Notice ref={notice}>{problem}</Notice>}
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
      <Button type="submit" look="primary" isBusy={isSubmitting} className="mt-2 w-full">
        Sign in
      </Button>
    </form>
  )
}
