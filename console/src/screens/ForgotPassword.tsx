import { authLimits } from '@aichat/contracts/auth'
import { useState } from 'react'
import { Link } from 'react-router'
import { AuthLayout } from '../auth/AuthLayout.tsx'
import { ForgotForm } from '../auth/ForgotForm.tsx'
import { paths } from '../paths.ts'
import { Notice } from '../ui/Notice.tsx'
import { textLink } from '../ui/text-link.ts'

export function ForgotPassword() {
  const [answer, setAnswer] = useState<{ canMail: boolean } | null>(null)
  return (
    <AuthLayout
      title="Reset your password"
      footer={
        <Link to={paths.login} className={textLink}>
          Back to sign in
        </Link>
      }
    >
      {answer ? (
        <Notice tone="info">
          {answer.canMail ? (
            <>
              If there is an account with this email, we've sent a reset link. It expires in{' '}
              {authLimits.resetMinutes} minutes.
            </>
          ) : (
            "Password reset by email isn't set up here. Ask your administrator for help."
          )}
        </Notice>
      ) : (
        <>
          <p className="mb-4 text-ink-2">Enter your email and we'll send you a reset link.</p>
          <ForgotForm onDone={setAnswer} />
        </>
      )}
    </AuthLayout>
  )
}
