import { useUnreadSessions } from './queries.ts'
import { SessionLinks } from './SessionLinks.tsx'

type Props = { maxSessions: number; onChoose?: () => void }

export function UnreadList({ maxSessions, onChoose }: Props) {
  const { data: sessions, isError, refetch } = useUnreadSessions(maxSessions)
  return (
    <SessionLinks
      label="Unread conversations"
      sessions={sessions}
      hasFailed={isError}
      onRetry={refetch}
      onChoose={onChoose}
    />
  )
}
