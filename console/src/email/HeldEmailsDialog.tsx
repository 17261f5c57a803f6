import { inboundEmailSentences } from '@aichat/contracts/chat/inbound-emails'
import { MailCheck } from 'lucide-react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { HeldEmailItem } from './HeldEmailItem.tsx'
import { useHeldEmails } from './held-queries.ts'

type Props = { linkTo: (sessionId: string) => string; onClose: () => void }

/** Emails that did not become messages, with the reason. */
export function HeldEmailsDialog({ linkTo, onClose }: Props) {
  return (
    <Dialog
      title="Emails to review"
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <HeldEmails linkTo={linkTo} onClose={onClose} />
    </Dialog>
  )
}

function HeldEmails({ linkTo, onClose }: Props) {
  const { data, error, refetch } = useHeldEmails()
  if (!data && error)
    return <ErrorCard message={errorMessage(error, inboundEmailSentences.loadFailed)} onRetry={refetch} />
  if (!data) return <Skeleton className="h-40 w-full" />
  if (data.emails.length === 0) return <EmptyState icon={MailCheck} title="No emails to review" />
  return (
    <>
      <ul aria-label="Emails" className="divide-y divide-line">
        {data.emails.map((email) => (
          <HeldEmailItem key={email._id} email={email} to={linkTo(email.sessionId)} onOpen={onClose} />
        ))}
      </ul>
      {data.count > data.emails.length && (
        <p className="pt-3 text-ink-2">
          Showing the newest {data.emails.length} of {data.count}.
        </p>
      )}
    </>
  )
}
