import { authRoutes } from '@aichat/contracts/auth'
import { commonSentences } from '@aichat/contracts/common'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { askForReset } from './queries.ts'
import { useSignInForm } from './use-sign-in-form.ts'

export function ForgotForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(authRoutes.forgotPassword.body),
    defaultValues: { email: '' },
    mode: 'onTouched',
  })
  const { problem, notice, onSubmit } = useSignInForm(
    form,
    ({ email }) => askForReset(email).then(onDone),
    commonSentences.unexpected,
  )
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
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
      <Button type="submit" look="primary" isBusy={isSubmitting} className="mt-2 w-full">
        Send link
      </Button>
    </form>
  )
}
