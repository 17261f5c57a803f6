import { authSentences } from '@aichat/contracts/company/auth'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { CheckEmail, type PendingConfirmation } from '../../auth/CheckEmail.tsx'
import { useAuthSettings } from '../../auth/queries.ts'
import { SignInInstead } from '../../auth/SignInInstead.tsx'
import { SignupForm } from '../../auth/SignupForm.tsx'
import { useIsSignedIn } from '../../kit/http/auth-storage.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { AuthLayout } from './AuthLayout.tsx'

export function Signup() {
  const navigate = useNavigate()
  const { data: settings } = useAuthSettings()
  const [pending, setPending] = useState<PendingConfirmation | null>(null)
  if (useIsSignedIn()) return <Navigate to={paths.dashboard} replace />
  const isOpen = !settings || settings.signup === 'open'
  return (
    <AuthLayout title={pending ? 'Check your email' : 'Create your account'} footer={<SignInInstead />}>
      {pending ? (
        <CheckEmail {...pending} />
      ) : isOpen ? (
        <SignupForm onDone={() => navigate(paths.dashboard, { replace: true })} onPending={setPending} />
      ) : (
        <Notice tone="info">
          {settings.signup === 'invite' ? authSentences.inviteOnly : authSentences.signupClosed}
        </Notice>
      )}
    </AuthLayout>
  )
}
