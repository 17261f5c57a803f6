import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { type ReportConversation, reportSentences } from '@aichat/contracts/company/reports'
import { MessagesSquare, Star } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime } from '../kit/format/format.ts'
import { formatCount } from '../kit/format/format-count.ts'
import { errorMessage, mayRetry } from '../kit/http/api-error.ts'
import { messagePath } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { LoadMore } from '../ui/LoadMore.tsx'
import { type ConversationGroup, findPeriodError, type ReportFilter } from './filter/report-filter.ts'
import { measures } from './format-report.ts'
import type { useReportConversations } from './queries.ts'

type Props = {
  filter: ReportFilter
  group: ConversationGroup
  list: ReturnType<typeof useReportConversations>
}

/** The conversations behind a number of a report, the newest first. Each leads to its first message in the inbox. */
export function ReportConversationList({ filter, group, list }: Props) {
  const { data, error, refetch, ...next } = list
  const periodError = findPeriodError(filter)
  const loading = useDelayedLoading(!data && !error && !periodError)
  if (periodError) return <Notice>{periodError}.</Notice>
  if (loading === 'visible') return <Skeleton isImmediate className="h-60 w-full" />
  if (loading === 'delayed') return null
  if (!data) {
    const message = errorMessage(error, reportSentences.loadFailed)
    return <ErrorCard message={message} onRetry={mayRetry(error) ? refetch : null} />
  }
  const conversations = data.pages.flatMap((page) => page.conversations)
  return (
    <>
      <div className="rounded-card border bg-surface">
        {conversations.length === 0 ? (
          <EmptyState icon={MessagesSquare} title="No conversations in this period" />
        ) : (
          <>
            <p className="border-b px-4 py-2.5 text-ink-2 md:px-5">
              {formatCount(data.pages.at(-1)?.total ?? 0, 'conversation')}
            </p>
            <ul aria-label="Conversations" className="divide-y divide-line">
              {conversations.map((conversation) => (
                <Row
                  key={`${conversation.sessionId} ${conversation.firstSeq}`}
                  conversation={conversation}
                  group={group}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      <LoadMore query={next} />
    </>
  )
}

function Row({ conversation, group }: { conversation: ReportConversation; group: ConversationGroup }) {
  const { sessionId, firstSeq, project, visitorName, startedAt, question, rating } = conversation
  const own = 'measure' in group ? group.measure : 'conversations'
  const others = conversation.measures.filter((measure) => measure !== 'conversations' && measure !== own)
  return (
    <li className="relative flex flex-col gap-1 px-4 py-3 hover:bg-hover md:px-5">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to={messagePath(sessionId, firstSeq)}
          dir="auto"
          className="min-w-0 truncate font-strong after:absolute after:inset-0"
        >
          {visitorName ?? sessionSentences.guest}
        </Link>
        <time dateTime={startedAt} className="shrink-0 text-caption text-muted tabular-nums">
          {formatDateTime(startedAt)}
        </time>
      </div>
      <p dir="auto" className="line-clamp-2 text-ink-2 wrap-anywhere">
        {question || 'Form or file'}
      </p>
      {rating && (
        <p className="flex items-center gap-1 text-caption text-ink-2">
          <Star aria-hidden size={12} className="shrink-0" />
          Rated {rating.rating} of 5
          {rating.comment && (
            <span dir="auto" className="min-w-0 wrap-anywhere">
              · {rating.comment}
            </span>
          )}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-1.5 text-caption text-muted">
        <span className="me-1 min-w-0 truncate">{project.name}</span>
        {others.map((measure) => (
          <Badge key={measure} tone="neutral">
            {measures[measure].label}
          </Badge>
        ))}
      </p>
    </li>
  )
}
