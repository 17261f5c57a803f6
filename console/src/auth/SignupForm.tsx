import { authLimits, authSentences, signupForm } from '@aichat/contracts/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '../ui/TextInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { EmailInput } from './EmailInput.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { signUp } from './queries.ts'

export function SignupForm({ onDone }: { onDone: () => void }) {
  return (
    <AuthForm
      resolver={zodResolver(signupForm)}
      defaultValues={{ companyName: '', name: '', email: '', password: '' }}
      submit={(values) => signUp(values).then(onDone)}
      fallback={authSentences.signupFailed}
      submitLabel="Create account"
      firstField="companyName"
    >
      {({ field, watch }) => (
        <>
          <TextInput
            label="Company name"
            isRequired
            autoComplete="organization"
            maxLength={authLimits.companyName}
            {...field('companyName')}
          />
          <TextInput
            label="Your name"
            isRequired
            autoComplete="name"
            maxLength={authLimits.userName}
            {...field('name')}
          />
          <EmailInput autoComplete="email" {...field('email')} />
          <NewPasswordInput label="Password" typed={watch('password')} {...field('password')} />
        </>
      )}
    </AuthForm>
  )
}
