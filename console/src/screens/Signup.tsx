import { authSentences } from '@aichat/contracts/auth'
import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { AuthLayout } from '../auth/AuthLayout.tsx'
import { CheckEmail } from '../auth/CheckEmail.tsx'
import { useAuthSettings } from '../auth/queries.ts'
import { SignupForm } from '../auth/SignupForm.tsx'
import { useIsSignedIn } from '../kit/auth-storage.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/Notice.tsx'
import { textLink } from '../ui/text-link.ts'

export function Signup() {
  const navigate = useNavigate()
  const { data: settings } = useAuthSettings()
  const [pending, setPending] = useState<{ email: string; resend: () => Promise<unknown> } | null>(null)
  if (useIsSignedIn()) return <Navigate to={paths.dashboard} replace />
  const isOpen = !settings || settings.signup === 'open'
  return (
    <AuthLayout
      title={pending ? 'Check your email' : 'Create your account'}
      footer={
        <>
          Already have an account?{' '}
          <Link to={paths.login} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      {pending ? (
        <CheckEmail {...pending} />
      ) : isOpen ? (
        <SignupForm
          onDone={() => navigate(paths.dashboard, { replace: true })}
          onPending={(email, resend) => setPending({ email, resend })}
        />
      ) : (
        <Notice tone="info">
          {settings.signup === 'invite' ? authSentences.inviteOnly : authSentences.signupClosed}
        </Notice>
      )}
    </AuthLayout>
  )
}
