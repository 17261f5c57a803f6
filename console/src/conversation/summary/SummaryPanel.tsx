import type { Session } from '@aichat/contracts/chat/sessions'
import type { Summary } from '@aichat/contracts/chat/summaries'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { formatDateTime, formatDay, formatTime } from '../../kit/format/format.ts'
import { useMinute } from '../../kit/minute.ts'
import { Button } from '../../ui/Button.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useSummary, useWriteSummary } from './queries.ts'
import { SummaryContent } from './SummaryContent.tsx'
import type { SummaryPanelState } from './use-summary-panel.ts'

type Props = { session: Session; panel: SummaryPanelState }

/** Above the messages: what the visitor asked and what was answered, for the agent who takes over. */
export function SummaryPanel({ session, panel: { isExpanded, toggle } }: Props) {
  const bodyId = useId()
  const body = useRef<HTMLDivElement>(null)
  const { data, isError, refetch } = useSummary(session, isExpanded)
  const Chevron = isExpanded ? ChevronDown : ChevronRight
  return (
    <section
      aria-label="Summary"
      // A phone with its keyboard open shows the messages.
      className="shrink-0 border-b bg-surface print:hidden [@media(height<480px)]:[section:has(textarea:focus)_&]:hidden"
    >
      <h3>
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? bodyId : undefined}
          className="flex min-h-8 w-full cursor-pointer items-center gap-1.5 px-4 text-start font-strong text-ink-2 hover:bg-hover focus-visible:-outline-offset-2"
          onClick={toggle}
        >
          <Chevron aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
          Summary
          {isExpanded && data && <CoveredUntil summary={data} />}
        </button>
      </h3>
      {isExpanded && (
        <div
          ref={body}
          id={bodyId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
          tabIndex={0}
          className="max-h-[min(16rem,30dvh)] overflow-y-auto px-4 pb-2.5 focus-visible:-outline-offset-2"
        >
          {data && <SummaryContent summary={data} />}
          {data && (
            <WriteStatus
              sessionId={session.sessionId}
              summary={data}
              onWritten={() => body.current?.focus({ preventScroll: true })}
            />
          )}
          {!data && !isError && <Skeleton className="h-10 w-3/4" />}
          {!data && isError && (
            <p role="alert" className="flex items-center gap-1 text-bad">
              Failed to load the summary <RetryButton onPress={() => void refetch()} />
            </p>
          )}
        </div>
      )}
    </section>
  )
}

/** The message up to which the summary goes. */
function CoveredUntil({ summary: { written, untilAt } }: { summary: Summary }) {
  const now = useMinute()
  const until = written?.untilAt ?? untilAt
  if (!until) return null
  return (
    <span className="ms-auto shrink-0 text-caption font-normal text-muted">
      {written ? 'By AI, up' : 'Up'} to{' '}
      <time dateTime={until} title={formatDateTime(until)}>
        {formatDay(until, now) === 'Today' ? formatTime(until) : formatDateTime(until)}
      </time>
    </span>
  )
}

type WriteStatusProps = {
  sessionId: string
  summary: Summary
  /** Called when a summary that was asked for is there: the button is gone then, and with it the focus. */
  onWritten: () => void
}

/** Has the AI model write the summary when the panel is opened, and later by choice. */
function WriteStatus({ sessionId, summary: { written, canWrite }, onWritten }: WriteStatusProps) {
  const { mutate, isPending, isError, data: isWritten } = useWriteSummary(sessionId, written)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current && canWrite) mutate()
    isFirst.current = false
  }, [canWrite, mutate])
  const hasFailed = isError || isWritten === false
  const isShown = isPending || canWrite
  return (
    <div
      className={
        isShown ? 'mt-1 flex min-h-7 flex-wrap items-center gap-x-2 text-caption text-ink-2' : 'sr-only'
      }
    >
      <p role="status">
        {isPending && 'Writing a summary…'}
        {!isPending && canWrite && hasFailed && "The AI model couldn't write a summary."}
        {!isPending && canWrite && !hasFailed && written && 'There are newer messages.'}
        {!isShown && isWritten && 'Summary updated'}
      </p>
      {isShown && (
        <Button
          size="compact"
          variant="ghost"
          isBusy={isPending}
          onPress={() => mutate(undefined, { onSuccess: (isNew) => isNew && onWritten() })}
        >
          {hasFailed ? 'Try again' : written ? 'Update' : 'Summarize with AI'}
        </Button>
      )}
    </div>
  )
}
