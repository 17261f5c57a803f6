import { authRoutes } from '@aichat/contracts/company/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { AuthForm } from './AuthForm.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { confirmEmail } from './queries.ts'

export function ConfirmEmailForm({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <AuthForm
      resolver={zodResolver(authRoutes.confirmEmail.body)}
      defaultValues={{ token, password: '' }}
      submit={(values) => confirmEmail(values).then(onDone)}
      submitLabel="Confirm email"
    >
      {({ field, watch }) => (
        <NewPasswordInput label="Password" typed={watch('password')} {...field('password')} />
      )}
    </AuthForm>
  )
}
