import { authLimits, joinForm } from '@aichat/contracts/company/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import type { PendingConfirmation } from './CheckEmail.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { acceptInvitation } from './queries.ts'

type Props = {
  token: string
  email: string
  name: string
  onDone: () => void
  onPending: (pending: PendingConfirmation) => void
}

export function JoinForm({ token, email, name, onDone, onPending }: Props) {
  return (
    <AuthForm
      resolver={zodResolver(joinForm)}
      defaultValues={{ name, password: '' }}
      submit={async (values) => {
        const email = await acceptInvitation(token, values)
        if (email) onPending({ email, resend: () => acceptInvitation(token, values) })
        else onDone()
      }}
      submitLabel="Join"
    >
      {({ field, watch }) => (
        <>
          {/* Password managers store the email with the password. */}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            className="bg-sunken"
          />
          <TextInput
            label="Your name"
            isRequired
            autoComplete="name"
            maxLength={authLimits.userName}
            {...field('name')}
          />
          <NewPasswordInput label="Password" typed={watch('password')} {...field('password')} />
        </>
      )}
    </AuthForm>
  )
}
