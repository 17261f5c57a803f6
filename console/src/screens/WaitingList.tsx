import { useId } from 'react'
import { Link } from 'react-router'
import { SessionLinks } from '../inbox/SessionLinks.tsx'
import { formatBadgeCount } from '../kit/format/format.ts'
import { chatsPath } from '../paths.ts'
import type { ListFilter } from '../sync/session-list.ts'
import { useSessions } from '../sync/session-queries.ts'
import { textLink } from '../ui/text-link.ts'

const maxRows = 3
/** The view "Needs you" of the inbox, so that both show the same. */
const filter: ListFilter = { status: 'active', search: '', view: 'needs_you' }

/** The newest conversations that wait for the team. */
export function WaitingList() {
  const { data, isError, refetch } = useSessions(filter)
  const headingId = useId()
  const total = data?.total ?? 0
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h2 id={headingId} className="text-title">
          Waiting for a reply
        </h2>
        {total > maxRows && (
          <Link to={chatsPath(null, 'active', { view: 'needs_you' })} className={textLink}>
            See all {formatBadgeCount(total)}
          </Link>
        )}
      </div>
      <SessionLinks
        label="Waiting conversations"
        sessions={data?.sessions.slice(0, maxRows)}
        hasFailed={isError}
        onRetry={refetch}
      />
    </section>
  )
}
