import { inboundEmailRoutes, inboundEmailSentences } from '@aichat/contracts/chat/inbound-emails'
import type { Message } from '@aichat/contracts/chat/messages'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Mail } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDateTime } from '../kit/format/format.ts'
import { api } from '../kit/http/api.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

const calls = api(inboundEmailRoutes)

/** Below a message that the visitor sent by email: from whom, what was not added, and the whole email on request. */
export function EmailNote({ message }: { message: Message }) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const { emailFrom, refusedFiles = [] } = message.meta
  return (
    <div className="flex max-w-[86%] flex-col items-start gap-0.5 self-start py-0.5 text-caption text-ink-2 md:max-w-[72%]">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
        className={clsx(
          'flex min-h-6 max-w-full items-center gap-1 rounded-badge px-1 text-start hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus touch:min-h-11',
          emailFrom && 'text-warn',
        )}
      >
        <Mail aria-hidden size={12} className="shrink-0" />
        <span className="min-w-0 truncate">
          {emailFrom ? `By email from another address, ${emailFrom}` : 'By email'}
        </span>
        <span className="shrink-0">· {isOpen ? 'Hide original' : 'Show original'}</span>
      </button>
      {refusedFiles.length > 0 && (
        <p className="px-1 wrap-anywhere text-warn">
          {refusedFiles.length === 1 ? 'File not added: ' : 'Files not added: '}
          {refusedFiles.join(', ')}
        </p>
      )}
      <div id={panelId} className="w-full">
        {isOpen && <Original sessionId={message.sessionId} messageId={message._id} />}
      </div>
    </div>
  )
}

function Original({ sessionId, messageId }: { sessionId: string; messageId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['email', messageId],
    queryFn: ({ signal }) => calls.original({ params: { sessionId, messageId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error)
    return (
      <p className="flex flex-wrap items-center gap-2 px-1 text-bad">
        {errorMessage(error, inboundEmailSentences.loadFailed)} <RetryButton onPress={refetch} />
      </p>
    )
  if (!data) return <Skeleton className="h-24 w-full" />
  const { from, subject, text, receivedAt } = data
  return (
    <div className="rounded-control border">
      <p className="border-b px-2 py-1 wrap-anywhere">
        {from.name ? `${from.name} <${from.address}>` : from.address} · {formatDateTime(receivedAt)}
        <br />
        <span className="font-strong">{subject}</span>
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable with the keyboard
        tabIndex={0}
        aria-label="Original email"
        dir="auto"
        className="max-h-80 overflow-y-auto px-2 py-1 wrap-anywhere whitespace-pre-wrap focus-visible:outline-2 focus-visible:outline-focus"
      >
        {text}
      </section>
    </div>
  )
}
