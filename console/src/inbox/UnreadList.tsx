import { RetryButton } from '../ui/RetryButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useDelayedLoading } from '../ui/use-delayed-loading.ts'
import { useUnreadSessions } from './queries.ts'
import { UnreadRow } from './UnreadRow.tsx'

type Props = { most: number; onChoose?: () => void }

/** Silent by specification when it cannot be loaded: a way to try again, and no words. */
export function UnreadList({ most, onChoose }: Props) {
  const { data: sessions, isError, refetch } = useUnreadSessions(most)
  const loading = useDelayedLoading(!sessions && !isError)
  if (loading !== 'done') return loading === 'visible' ? <Skeleton className="h-12 w-full" /> : null
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
