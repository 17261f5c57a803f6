import type { Message } from '@aichat/contracts/messages'
import type { ReplyTrace } from '@aichat/contracts/reply-traces'
import { ThumbsDown } from 'lucide-react'
import { useContext, useState } from 'react'
import { ApiError, errorMessage } from '../kit/api-error.ts'
import { formatDateTime } from '../kit/format.ts'
import { useWhy } from '../sync/session-queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ComplainContext, complaintOf } from './answer-issue.ts'
import { VisitorsRating } from './VisitorRating.tsx'

type Props = { message: Message; isComplaint: boolean; onClose: () => void }

/** What the AI had before it when it wrote a reply. The visitor sees none of it. */
export function WhyDialog({ message, isComplaint, onClose }: Props) {
  const { data: trace, error, refetch } = useWhy(message.sessionId, message._id)
  const complain = useContext(ComplainContext)
  const [isComplaining, setComplaining] = useState(isComplaint)
  const complaint = trace && complaintOf(message, trace.question)

  function choose(what: 'test' | 'faq') {
    if (!complain || !complaint) return
    onClose()
    complain[what](complaint)
  }

  return (
    <Dialog
      title={isComplaining ? 'Not a good answer' : 'Why this answer?'}
      isOpen
      onClose={onClose}
      footer={
        complaint && complain && isComplaining ? (
          <>
            <p className="me-auto text-small text-ink-2">What should come of it?</p>
            <Button onPress={() => choose('test')}>Make answer test</Button>
            <Button variant="primary" onPress={() => choose('faq')}>
              Draft FAQ
            </Button>
          </>
        ) : (
          <>
            {complaint && complain && (
              <Button
                variant="ghost"
                icon={<ThumbsDown aria-hidden size={14} strokeWidth={1.75} />}
                onPress={() => setComplaining(true)}
              >
                Not a good answer
              </Button>
            )}
            <Button onPress={onClose}>Close</Button>
          </>
        )
      }
    >
      {trace ? (
        <>
          {message.meta.feedback && <VisitorsRating feedback={message.meta.feedback} />}
          <Trace trace={trace} />
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <p className="text-ink-2">How this reply came about was not kept.</p>
      ) : error ? (
        <ErrorCard message={errorMessage(error, 'Failed to load how it came about')} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

function Trace({ trace }: { trace: ReplyTrace }) {
  const { question, passages, removed, model, prompt, latencyMs, createdAt } = trace
  return (
    <div className="flex flex-col gap-5">
      <section aria-label="Question">
        <h3 className="text-small font-semibold text-ink-2">Asked</h3>
        <p dir="auto" className="mt-0.5 text-body whitespace-pre-wrap wrap-anywhere">
          {question}
        </p>
      </section>
      <section aria-label="Passages">
        <h3 className="text-small font-semibold text-ink-2">
          {passages.length === 0 ? 'No passage was needed' : 'What it had before it'}
        </h3>
        <ol className="mt-1 divide-y divide-line">
          {passages.map((passage) => (
            <li key={passage.number} className="py-2">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body">
                <span className="min-w-0 font-medium wrap-anywhere">
                  {[passage.title, passage.heading].filter(Boolean).join(' — ')}
                </span>
                {passage.isFaq && <Badge tone="neutral">FAQ</Badge>}
                {passage.isCited && <Badge tone="ai">Cited</Badge>}
              </p>
              <p dir="auto" className="mt-0.5 text-small text-ink-2 wrap-anywhere">
                {passage.quote}
              </p>
              {!passage.isFaq && (
                <p className="mt-0.5 text-caption text-muted tabular-nums">{scoresOf(passage.scores)}</p>
              )}
            </li>
          ))}
        </ol>
      </section>
      {removed.length > 0 && (
        <section aria-label="Left out">
          <h3 className="text-small font-semibold text-ink-2">Left out, because no passage says it</h3>
          <ul className="mt-1 flex flex-col gap-1">
            {removed.map(({ sentence, invented }) => (
              <li key={sentence} className="text-small wrap-anywhere">
                {sentence} <span className="text-bad">({invented.join(', ')})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        <dt className="text-ink-2">Model</dt>
        <dd className="wrap-anywhere">{model === 'built-in' ? 'None: the knowledge was quoted' : model}</dd>
        <dt className="text-ink-2">Prompt</dt>
        <dd>{prompt.version === 0 ? 'As shipped' : `Version ${prompt.version}`}</dd>
        <dt className="text-ink-2">Time</dt>
        <dd>
          {formatDateTime(createdAt)}, {latencyMs} ms
        </dd>
      </dl>
    </div>
  )
}

function scoresOf({ words, meaning, fused }: ReplyTrace['passages'][number]['scores']): string {
  return [
    words !== null && `words ${words.toFixed(2)}`,
    meaning !== null && `meaning ${meaning.toFixed(2)}`,
    `together ${fused.toFixed(3)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
