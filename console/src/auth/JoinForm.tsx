import { authLimits, joinForm } from '@aichat/contracts/auth'
import { commonSentences } from '@aichat/contracts/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { join } from './queries.ts'
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
    (values) => join(token, values).then(onDone),
    commonSentences.unexpected,
  )
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {problem && <Notice ref={notice}>{problem}</Notice>}
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
      <Button type="submit" look="primary" isBusy={isSubmitting} className="mt-2 w-full">
        Join
      </Button>
    </form>
  )
}
