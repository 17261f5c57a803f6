import { authLimits, authSentences, signupForm } from '@aichat/contracts/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { TextInput } from '../ui/TextInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { signUp } from './queries.ts'
import { forgiveLeaving, useFirstFocus } from './use-first-focus.ts'
import { useSignInForm } from './use-sign-in-form.ts'

export function SignupForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(signupForm),
    defaultValues: { companyName: '', name: '', email: '', password: '' },
    mode: 'onTouched',
  })
  const { problem, notice, onSubmit } = useSignInForm(
    form,
    (values) => signUp(values).then(onDone),
    authSentences.signupFailed,
  )
  useFirstFocus(form, 'companyName')
  const { errors, isSubmitting } = form.formState
  return (
    <AuthForm
      problem={problem}
      notice={notice}
      onSubmit={onSubmit}
      onBlurCapture={forgiveLeaving}
      isSubmitting={isSubmitting}
      submit="Create account"
    >
      <TextInput
        label="Company name"
        isRequired
        autoComplete="organization"
        maxLength={authLimits.companyName}
        readOnly={isSubmitting}
        error={errors.companyName?.message}
        {...form.register('companyName')}
      />
      <TextInput
        label="Your name"
        isRequired
        autoComplete="name"
        maxLength={authLimits.userName}
        readOnly={isSubmitting}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextInput
        label="Email"
        isRequired
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="you@company.com"
        readOnly={isSubmitting}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <NewPasswordInput
        label="Password"
        typed={form.watch('password')}
        readOnly={isSubmitting}
        error={errors.password?.message}
        {...form.register('password')}
      />
    </AuthForm>
  )
}
