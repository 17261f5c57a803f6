import { authSentences } from '@aichat/contracts/company/auth'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { LoginForm } from '../../auth/LoginForm.tsx'
import { useAuthSettings } from '../../auth/queries.ts'
import { useIsSignedIn } from '../../kit/http/auth-storage.ts'
import { paths, safeReturnUrl } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { textLink } from '../../ui/text-link.ts'
import { AuthLayout } from './AuthLayout.tsx'

export function Login() {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const { data: settings, isError } = useAuthSettings()
  const canSignUp = isError || settings?.signup === 'open'
  const next = safeReturnUrl(query.get('returnUrl'), window.location.origin)
  if (useIsSignedIn()) return <Navigate to={next} replace />
  return (
    <AuthLayout
      title="Sign in"
      footer={
        <>
          <Link to={paths.forgotPassword} className={`mb-2 block w-fit ${textLink}`}>
            Forgot password?
          </Link>
          {/* Has its place while the settings load, so that the form does not move. */}
          <span className={`block min-h-5 ${canSignUp ? '' : 'invisible'}`}>
            New here?{' '}
            <Link to={paths.signup} className={textLink}>
              Create an account
            </Link>
          </span>
        </>
      }
    >
      {state?.hasEnded && (
        <div className="mb-4">
          <Notice tone="info">{authSentences.sessionEnded}</Notice>
        </div>
      )}
      <LoginForm onDone={() => navigate(next, { replace: true })} />
    </AuthLayout>
  )
}
