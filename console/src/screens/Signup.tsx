import { Link, Navigate, useNavigate } from 'react-router'
import { AuthLayout } from '../auth/AuthLayout.tsx'
import { SignupForm } from '../auth/SignupForm.tsx'
import { useIsSignedIn } from '../kit/auth-storage.ts'
import { paths } from '../paths.ts'
import { textLink } from '../ui/text-link.ts'

export function Signup() {
  const navigate = useNavigate()
  if (useIsSignedIn()) return <Navigate to={paths.dashboard} replace />
  return (
    <AuthLayout
      title="Create your account"
      footer={
        <>
          Already have an account?{' '}
          <Link to={paths.login} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <SignupForm onDone={() => navigate(paths.dashboard, { replace: true })} />
    </AuthLayout>
  )
}
