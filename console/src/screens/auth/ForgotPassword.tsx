import { authLimits } from '@aichat/contracts/company/auth'
import { useState } from 'react'
import { Link } from 'react-router'
import { ForgotForm } from '../../auth/ForgotForm.tsx'
import { useAuthSettings } from '../../auth/queries.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { textLink } from '../../ui/text-link.ts'
import { AuthLayout } from './AuthLayout.tsx'

export function ForgotPassword() {
  const { data: settings, isPending } = useAuthSettings()
  const [answer, setAnswer] = useState<{ canMail: boolean } | null>(null)
  const canMail = (answer ?? settings)?.canMail ?? true
  return (
    <AuthLayout
      title="Reset your password"
      footer={
        <Link to={paths.login} className={textLink}>
          Back to sign in
        </Link>
      }
    >
      {!canMail ? (
        <NoMail />
      ) : answer ? (
        <Notice tone="info">
          If there is an account with this email, we've sent a reset link. It expires in{' '}
          {authLimits.resetMinutes} minutes.
        </Notice>
      ) : (
        !isPending && (
          <>
            <p className="mb-4 text-ink-2">Enter your email and we'll send you a reset link.</p>
            <ForgotForm onDone={setAnswer} />
          </>
        )
      )}
    </AuthLayout>
  )
}

function NoMail() {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="info">Password reset by email isn't set up here.</Notice>
      <p className="text-ink-2">
        Ask an Owner or Admin of your company for help. They can remove you from the team and invite you again
        with a link.
      </p>
      <p className="text-ink-2">
        If you are the only Owner, contact the administrator of this server. They can set up email.
      </p>
    </div>
  )
}
