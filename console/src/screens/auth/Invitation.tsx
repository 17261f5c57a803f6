import { authSentences } from '@aichat/contracts/company/auth'
import { commonSentences } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { CheckEmail, type PendingConfirmation } from '../../auth/CheckEmail.tsx'
import { JoinForm } from '../../auth/JoinForm.tsx'
import { OtherUserNotice } from '../../auth/OtherUserNotice.tsx'
import { useInvitation } from '../../auth/queries.ts'
import { SignInInstead } from '../../auth/SignInInstead.tsx'
import { ApiError, errorMessage } from '../../kit/http/api-error.ts'
import { paths } from '../../paths.ts'
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { AuthLayout } from './AuthLayout.tsx'

export function Invitation() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { data, error, refetch } = useInvitation(token)
  const [pending, setPending] = useState<PendingConfirmation | null>(null)
  return (
    <AuthLayout
      title={pending ? 'Check your email' : data ? `Join ${data.company.name}` : 'Invitation'}
      footer={<SignInInstead />}
    >
      {pending ? (
        <CheckEmail {...pending} />
      ) : data ? (
        <>
          <p className="mb-4 wrap-anywhere text-ink-2">
            <strong className="text-ink">{data.company.name}</strong> has invited you to join as {data.role}.
          </p>
          <OtherUserNotice>If you join, you'll be signed in as {data.email} instead.</OtherUserNotice>
          <JoinForm
            token={token}
            email={data.email}
            name={data.name}
            onDone={() => navigate(paths.dashboard, { replace: true })}
            onPending={setPending}
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
