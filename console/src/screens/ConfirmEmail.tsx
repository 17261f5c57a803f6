import { Link, useLocation, useNavigate } from 'react-router'
import { AuthLayout } from '../auth/AuthLayout.tsx'
import { ConfirmEmailForm } from '../auth/ConfirmEmailForm.tsx'
import { useUser } from '../kit/auth-storage.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/Notice.tsx'
import { textLink } from '../ui/text-link.ts'

export function ConfirmEmail() {
  const navigate = useNavigate()
  const user = useUser()
  // The fragment of a URL is not sent to servers, so the token is in no log.
  const token = useLocation().hash.slice(1)
  return (
    <AuthLayout
      title="Confirm your email"
      footer={
        <>
          Already have an account?{' '}
          <Link to={paths.login} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <p className="mb-4 text-ink-2">Enter the password you want to sign in with.</p>
      {user && (
        <div className="mb-4">
          <Notice tone="info">
            You're signed in as {user.email}. If you continue, you'll be signed in to the new account instead.
          </Notice>
        </div>
      )}
      <ConfirmEmailForm token={token} onDone={() => navigate(paths.dashboard, { replace: true })} />
    </AuthLayout>
  )
}
