import { authLimits, joinForm } from '@aichat/contracts/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '../ui/TextInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { acceptInvitation } from './queries.ts'

type Props = { token: string; email: string; name: string; onDone: () => void }

export function JoinForm({ token, email, name, onDone }: Props) {
  return (
    <AuthForm
      resolver={zodResolver(joinForm)}
      defaultValues={{ name, password: '' }}
      submit={(values) => acceptInvitation(token, values).then(onDone)}
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
