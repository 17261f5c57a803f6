import { reportSubscriptionSentences } from '@aichat/contracts/company/report-subscriptions'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { errorMessage } from '../../kit/http/api-error.ts'
import { log } from '../../kit/log.ts'
import { paths } from '../../paths.ts'
import { unsubscribe } from '../../reports/weekly/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { textLink } from '../../ui/text-link.ts'
import { AuthLayout } from './AuthLayout.tsx'

/** Turns off the weekly report of the user who got the link by mail. */
export function Unsubscribe() {
  // The fragment of a URL is not sent to servers, so the token is in no log.
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready')
  const [error, setError] = useState('')

  async function confirm() {
    setState('busy')
    setError('')
    try {
      await unsubscribe(token)
      setState('done')
    } catch (failure) {
      log(reportSubscriptionSentences.saveFailed, failure)
      setError(errorMessage(failure, reportSubscriptionSentences.saveFailed))
      setState('ready')
    }
  }

  const preferences = (
    <Link to={paths.preferences} className={textLink}>
      Go to preferences
    </Link>
  )
  return (
    <AuthLayout title="Weekly report" footer={preferences}>
      <div role="status" className="flex flex-col gap-4">
        {state === 'done' ? (
          <p>You won't get the weekly report anymore. You can turn it on again in your preferences.</p>
        ) : (
          <p>Do you want to stop getting the weekly report by email?</p>
        )}
        {error !== '' && <Notice>{error}</Notice>}
      </div>
      {state !== 'done' && (
        <Button variant="primary" isBusy={state === 'busy'} onPress={confirm} className="mt-4">
          Unsubscribe
        </Button>
      )}
    </AuthLayout>
  )
}
