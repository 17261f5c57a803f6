import type { Session } from '@aichat/contracts/chat/sessions'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { UnreadRow } from './UnreadRow.tsx'

type Props = {
  label: string
  sessions: readonly Session[] | undefined
  hasFailed: boolean
  onRetry: () => void
  onChoose?: () => void
}

/** A short list of conversations. As specified, a failure to load shows no message, only a way to retry. */
export function SessionLinks({ label, sessions, hasFailed, onRetry, onChoose }: Props) {
  const loading = useDelayedLoading(!sessions && !hasFailed)
  if (loading !== 'done')
    return loading === 'visible' ? <Skeleton isImmediate className="h-12 w-full" /> : null
  if (!sessions) return <RetryButton onPress={onRetry} />
  if (sessions.length === 0) return <p className="py-2 text-ink-2">You're all caught up.</p>
  return (
    <ul aria-label={label} className="-mx-2">
      {sessions.map((session) => (
        <li key={session.sessionId}>
          <UnreadRow session={session} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}
