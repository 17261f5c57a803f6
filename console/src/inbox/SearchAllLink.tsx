import { sessionLimits } from '@aichat/contracts/sessions'
import { Link } from 'react-router'
import { useTotalInAllStatuses } from '../sync/session-queries.ts'
import type { InboxFilter } from './use-inbox-filter.ts'

/** Below the results of a search in one status. Nothing while the count is unknown, or without a hit. */
export function SearchAllLink({ inboxFilter: { filter }, to }: { inboxFilter: InboxFilter; to: string }) {
  const total = useTotalInAllStatuses(filter)
  if (!total) return null
  const count = total > sessionLimits.pageSize ? `${sessionLimits.pageSize}+` : total
  return (
    <p className="shrink-0 border-t px-4 py-2.5 text-center text-small">
      <Link to={to} className="font-medium text-accent-text hover:underline">
        Search all statuses ({count})
      </Link>
    </p>
  )
}
