import { useNewAssignments } from '../sync/session-queries.ts'
import { UnreadRow } from './UnreadRow.tsx'

type Props = { maxSessions: number; onChoose: () => void }

/** Conversations that colleagues have assigned to the signed-in user. Opening one removes it. */
export function AssignmentList({ maxSessions, onChoose }: Props) {
  const { data: sessions = [] } = useNewAssignments()
  if (sessions.length === 0) return null
  return (
    <section className="mb-3 border-b pb-3">
      <h2 className="mb-1 text-title">Assigned to you</h2>
      <ul aria-label="New assignments" className="-mx-2">
        {sessions.slice(0, maxSessions).map((session) => (
          <li key={session.sessionId}>
            <UnreadRow session={session} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}
