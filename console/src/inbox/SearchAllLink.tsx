import { sessionLimits } from '@aichat/contracts/chat/sessions'
import { Link } from 'react-router'
import { useTotalInAllStatuses } from '../sync/session-queries.ts'
import type { InboxFilter } from './use-inbox-filter.ts'

type Props = {
  inboxFilter: InboxFilter
  /** How many results the list shows. */
  shownCount: number
  to: string
}

/** Below the results of a search in a part of the conversations. Nothing while the count is unknown, or without further hits. */
export function SearchAllLink({ inboxFilter: { filter, setLabelId }, shownCount, to }: Props) {
  const { search, status, view, labelId, projectId, assignedTo } = filter
  const isPart = status !== 'all' || [view, labelId, projectId, assignedTo].some(Boolean)
  const total = useTotalInAllStatuses({ search }, search !== '' && isPart)
  if (!total) return null
  const isAboveLimit = total > sessionLimits.pageSize
  if (!isAboveLimit && total <= shownCount) return null
  const count = isAboveLimit ? `${sessionLimits.pageSize}+` : total
  return (
    <p className="shrink-0 border-t px-4 py-2.5 text-center">
      <Link to={to} onClick={() => setLabelId('')} className="font-strong text-accent-text hover:underline">
        Search all conversations ({count})
      </Link>
    </p>
  )
}
