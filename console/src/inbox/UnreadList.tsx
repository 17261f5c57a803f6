import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { useUnreadSessions } from './queries.ts'
import { UnreadRow } from './UnreadRow.tsx'

type Props = {
  maxSessions: number
  /** `waiting` leaves out conversations that the team or the AI has answered. */
  only?: 'waiting'
  onChoose?: () => void
}

/** As specified, a failure to load shows no message, only a way to retry. */
export function UnreadList({ maxSessions, only, onChoose }: Props) {
  const { data: sessions, isError, refetch } = useUnreadSessions(maxSessions, only)
  const loading = useDelayedLoading(!sessions && !isError)
  if (loading !== 'done')
    return loading === 'visible' ? <Skeleton isImmediate className="h-12 w-full" /> : null
  if (!sessions) return <RetryButton onPress={refetch} />
  if (sessions.length === 0) return <p className="py-2 text-ink-2">You're all caught up.</p>
  return (
    <ul aria-label="Unread conversations" className="-mx-2">
      {sessions.map((session) => (
        <li key={session.sessionId}>
          <UnreadRow session={session} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}
