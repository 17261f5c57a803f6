import { emailSentences } from '@aichat/contracts/company/email'
import { errorMessage } from '../kit/http/api-error.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { EmailForm } from './EmailForm.tsx'
import { useEmailSettings } from './queries.ts'

/** How visitors who are away get the team's answers by email. */
export function EmailSettings() {
  const { data, error, refetch } = useEmailSettings()
  const loading = useDelayedLoading(!data && !error)
  if (loading === 'visible') return <Skeleton isImmediate className="h-80 w-full max-w-140" />
  if (loading === 'delayed') return null
  if (!data) return <ErrorCard message={errorMessage(error, emailSentences.loadFailed)} onRetry={refetch} />
  return (
    <Card className="max-w-140">
      <EmailForm settings={data} />
    </Card>
  )
}
