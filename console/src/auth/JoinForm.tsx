import { authLimits, joinForm } from '@aichat/contracts/auth'
import { commonSentences } from '@aichat/contracts/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { TextInput } from '../ui/TextInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { acceptInvitation } from './queries.ts'
import { useSignInForm } from './use-sign-in-form.ts'

type Props = { token: string; email: string; name: string; onDone: () => void }

export function JoinForm({ token, email, name, onDone }: Props) {
  const form = useForm({
    resolver: zodResolver(joinForm),
    defaultValues: { name, password: '' },
    mode: 'onTouched',
  })
  const { problem, notice, onSubmit } = useSignInForm(
    form,
    (values) => acceptInvitation(token, values).then(onDone),
    commonSentences.unexpected,
  )
  const { errors, isSubmitting } = form.formState
  return (
    <AuthForm problem={problem} notice={notice} onSubmit={onSubmit} isSubmitting={isSubmitting} submit="Join">
      {/* Password managers store the address with the password. */}
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
        readOnly={isSubmitting}
        error={errors.name?.message}
        {...form.register('name')}
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
