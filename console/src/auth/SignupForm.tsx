import { authLimits, authSentences, signupForm } from '@aichat/contracts/company/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import type { PendingConfirmation } from './CheckEmail.tsx'
import { EmailInput } from './EmailInput.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { signUp } from './queries.ts'

type Props = {
  onDone: () => void
  onPending: (pending: PendingConfirmation) => void
}

export function SignupForm({ onDone, onPending }: Props) {
  return (
    <AuthForm
      resolver={zodResolver(signupForm)}
      defaultValues={{ companyName: '', name: '', email: '', password: '' }}
      submit={async (values) => {
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
        const create = () => signUp({ ...values, timeZone })
        const email = await create()
        if (email) onPending({ email, resend: create })
        else onDone()
      }}
      fallback={authSentences.signupFailed}
      submitLabel="Create account"
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
