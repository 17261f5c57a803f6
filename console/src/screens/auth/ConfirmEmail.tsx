import { useLocation, useNavigate } from 'react-router'
import { ConfirmEmailForm } from '../../auth/ConfirmEmailForm.tsx'
import { OtherUserNotice } from '../../auth/OtherUserNotice.tsx'
import { SignInInstead } from '../../auth/SignInInstead.tsx'
import { paths } from '../../paths.ts'
import { AuthLayout } from './AuthLayout.tsx'

export function ConfirmEmail() {
  const navigate = useNavigate()
  // The fragment of a URL is not sent to servers, so the token is in no log.
  const token = useLocation().hash.slice(1)
  return (
    <AuthLayout title="Confirm your email" footer={<SignInInstead />}>
      <p className="mb-4 text-ink-2">Enter the password you want to sign in with.</p>
      <OtherUserNotice>If you continue, you'll be signed in to the new account instead.</OtherUserNotice>
      <ConfirmEmailForm token={token} onDone={() => navigate(paths.dashboard, { replace: true })} />
    </AuthLayout>
  )
}
