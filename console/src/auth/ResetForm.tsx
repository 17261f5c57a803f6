import { authRoutes } from '@aichat/contracts/company/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { AuthForm } from './AuthForm.tsx'
import { NewPasswordInput } from './NewPasswordInput.tsx'
import { resetPassword } from './queries.ts'

export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <AuthForm
      resolver={zodResolver(authRoutes.resetPassword.body)}
      defaultValues={{ token, password: '' }}
      submit={(values) => resetPassword(values).then(onDone)}
      submitLabel="Save password"
    >
      {({ field, watch }) => (
        <NewPasswordInput label="New password" typed={watch('password')} {...field('password')} />
      )}
    </AuthForm>
  )
}
