import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ResetForm } from '../../auth/ResetForm.tsx'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { textLink } from '../../ui/text-link.ts'
import { AuthLayout } from './AuthLayout.tsx'

export function ResetPassword() {
  const { token = '' } = useParams()
  const [isDone, setDone] = useState(false)
  return (
    <AuthLayout
      title="Choose a new password"
      footer={
        <>
          <Link to={paths.login} className={textLink}>
            Sign in
          </Link>
          {!isDone && (
            <>
              {' or '}
              <Link to={paths.forgotPassword} className={textLink}>
                request a new link
              </Link>
            </>
          )}
        </>
      }
    >
      {isDone ? (
        <Notice tone="info">Password changed. Sign in with your new password.</Notice>
      ) : (
        <ResetForm token={token} onDone={() => setDone(true)} />
      )}
    </AuthLayout>
  )
}
