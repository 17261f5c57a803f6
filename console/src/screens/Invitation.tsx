import { authSentences } from '@aichat/contracts/auth'
import { commonSentences } from '@aichat/contracts/common'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { AuthLayout } from '../auth/AuthLayout.tsx'
import { CheckEmail } from '../auth/CheckEmail.tsx'
import { JoinForm } from '../auth/JoinForm.tsx'
import { useInvitation } from '../auth/queries.ts'
import { ApiError, errorMessage } from '../kit/api-error.ts'
import { useUser } from '../kit/auth-storage.ts'
import { paths } from '../paths.ts'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { textLink } from '../ui/text-link.ts'

export function Invitation() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const user = useUser()
  const { data, error, refetch } = useInvitation(token)
  const [pending, setPending] = useState<{ email: string; resend: () => Promise<unknown> } | null>(null)
  return (
    <AuthLayout
      title={pending ? 'Check your email' : data ? `Join ${data.company.name}` : 'Invitation'}
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
      ) : data ? (
        <>
          <p className="mb-4 wrap-anywhere text-ink-2">
            <strong className="text-ink">{data.company.name}</strong> has invited you to join as {data.role}.
          </p>
          {user && (
            <div className="mb-4">
              <Notice tone="info">
                You're signed in as {user.email}. If you join, you'll be signed in as {data.email} instead.
              </Notice>
            </div>
          )}
          <JoinForm
            token={token}
            email={data.email}
            name={data.name}
            onDone={() => navigate(paths.dashboard, { replace: true })}
            onPending={(email, resend) => setPending({ email, resend })}
          />
        </>
      ) : !error ? (
        <Skeleton className="h-60 w-full" />
      ) : isUnusable(error) ? (
        <Notice>{authSentences.expiredLink}</Notice>
      ) : (
        <ErrorCard message={errorMessage(error, commonSentences.unexpected)} onRetry={refetch} />
      )}
    </AuthLayout>
  )
}

/** The server does not distinguish unknown, used and expired links. */
function isUnusable(error: Error) {
  return error instanceof ApiError && error.status === 404
}
