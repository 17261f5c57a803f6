import { Link } from 'react-router'
import { formatDateTime } from '../kit/format/format.ts'
import { chatsPath } from '../paths.ts'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { textLink } from '../ui/text-link.ts'
import { useUses } from './review-queries.ts'

type Props = { projectId: string; itemId: string }

/** The newest answers that quote the item. */
export function ItemUses({ projectId, itemId }: Props) {
  const { data: uses, error, refetch } = useUses(projectId, itemId)
  if (error) return <ErrorCard message="Failed to load answers" onRetry={refetch} />
  if (!uses) return <Skeleton className="h-24 w-full" />
  if (uses.length === 0) return <p className="text-ink-2">No answer has used this item yet.</p>
  return (
    <ul aria-label="Answers" className="divide-y divide-line">
      {uses.map(({ sessionId, question, outcome, quotes, at }) => (
        <li key={`${sessionId} ${at} ${question}`} className="py-3">
          <p dir="auto" className="wrap-anywhere font-strong">
            {question}
          </p>
          {quotes.map((quote) => (
            <p key={quote} dir="auto" className="mt-0.5 wrap-anywhere text-ink-2">
              “{quote}”
            </p>
          ))}
          <p className="mt-0.5 text-muted">
            {outcome === 'suggested' ? 'Suggested' : 'Answered'} {formatDateTime(at)} ·{' '}
            <Link to={chatsPath(sessionId)} className={textLink}>
              Open conversation
            </Link>
          </p>
        </li>
      ))}
    </ul>
  )
}
