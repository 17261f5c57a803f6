import { MessagesSquare, SearchX } from 'lucide-react'
import { paths } from '../paths.ts'
import { useTotalInAllStatuses } from '../sync/session-queries.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import type { InboxFilter } from './use-inbox-filter.ts'

export function EmptyList({ inboxFilter }: { inboxFilter: InboxFilter }) {
  const { filter, isNarrowed, clear } = inboxFilter
  const isAllActive = filter.status === 'active' && !isNarrowed
  const total = useTotalInAllStatuses(filter, isAllActive)
  if (isAllActive && total === 0) {
    return (
      <EmptyState
        icon={MessagesSquare}
        title="No conversations yet"
        action={<LinkButton to={paths.projects}>Get the widget code</LinkButton>}
      >
        They appear here as soon as a visitor writes.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={SearchX}
      title={emptyTitle(inboxFilter)}
      action={
        isNarrowed && <Button onPress={clear}>{filter.search ? 'Clear search' : 'Clear filters'}</Button>
      }
    />
  )
}

function emptyTitle({ filter, isNarrowed }: InboxFilter): string {
  if (filter.search) return `No results for "${filter.search}"`
  return isNarrowed ? 'No matching conversations' : `No ${filter.status} conversations`
}
