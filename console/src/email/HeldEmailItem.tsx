import {
  type HeldEmail,
  type HoldReason,
  inboundEmailSentences,
  maxEmailsPerHour,
} from '@aichat/contracts/chat/inbound-emails'
import { Link } from 'react-router'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { textLink } from '../ui/text-link.ts'
import { useAcceptEmail, useDismissEmail } from './held-queries.ts'

type Props = { email: HeldEmail; to: string; onOpen: () => void }

export function HeldEmailItem({ email, to, onOpen }: Props) {
  const { _id, from, visitor, subject, text, attachmentNames, reason, receivedAt } = email
  const accept = useAcceptEmail()
  const dismiss = useDismissEmail()
  const isBusy = accept.isPending || dismiss.isPending
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 font-strong wrap-anywhere">
          {from.name ? `${from.name} <${from.address}>` : from.address || 'Unknown sender'}
        </span>
        <RelativeTime time={receivedAt} className="shrink-0 text-caption text-muted" />
      </p>
      <p className="text-warn">{describeReason(reason, visitor.email)}</p>
      {subject !== '' && <p className="text-ink-2 wrap-anywhere">{subject}</p>}
      {text !== '' && (
        <p
          dir="auto"
          className="max-h-40 overflow-y-auto rounded-control bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap"
        >
          {text}
        </p>
      )}
      {attachmentNames.length > 0 && (
        <p className="text-caption text-ink-2 wrap-anywhere">Files: {attachmentNames.join(', ')}</p>
      )}
      {accept.error && <Notice>{errorMessage(accept.error, inboundEmailSentences.acceptFailed)}</Notice>}
      {dismiss.error && <Notice>{errorMessage(dismiss.error, inboundEmailSentences.dismissFailed)}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        {reason !== 'unreadable' && (
          <Button
            size="compact"
            isBusy={accept.isPending}
            isDisabled={isBusy}
            onPress={() => accept.mutate(_id)}
          >
            Add to conversation
          </Button>
        )}
        <Button
          size="compact"
          variant="ghost"
          isBusy={dismiss.isPending}
          isDisabled={isBusy}
          onPress={() => dismiss.mutate(_id)}
        >
          Dismiss
        </Button>
        <Link to={to} onClick={onOpen} className={`${textLink} ms-auto`}>
          Open conversation
        </Link>
      </div>
    </li>
  )
}

function describeReason(reason: HoldReason, visitorEmail: string | null): string {
  switch (reason) {
    case 'sender':
      return visitorEmail
        ? `Not sent from the visitor's address, ${visitorEmail}. Anyone can have written it.`
        : 'The conversation has no email address. Anyone can have written it.'
    case 'automatic':
      return 'Sent automatically, for example by an out-of-office reply.'
    case 'empty':
      return 'Contains no text besides the quoted email.'
    case 'archived':
      return 'The conversation is archived. Restore it to add the email.'
    case 'frequent':
      return `More than ${maxEmailsPerHour} emails arrived within an hour.`
    case 'unreadable':
      return 'The email is too large or damaged. Open it in the mailbox.'
  }
}
