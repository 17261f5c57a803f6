import type { Project } from '@aichat/contracts/company/projects'
import { type RefObject, useMemo } from 'react'
import { useUser } from '../kit/http/auth-storage.ts'
import type { Member } from '../notes/mentions.ts'
import type { ListStatus, SessionPage } from '../sync/session-list.ts'
import { SearchField } from '../ui/forms/SearchField.tsx'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import type { Option } from '../ui/forms/Select.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { EmptyList } from './EmptyList.tsx'
import { type InboxDialog, InboxMenu } from './InboxMenu.tsx'
import { ListFilters } from './ListFilters.tsx'
import { SearchAllLink } from './SearchAllLink.tsx'
import { SessionRows } from './SessionRows.tsx'
import type { HeldOrder } from './use-held-order.ts'
import type { InboxFilter } from './use-inbox-filter.ts'
import type { InboxLocation } from './use-inbox-location.ts'

const statuses: Option<ListStatus>[] = [
  { value: 'active', label: 'Active' },
  { value: 'closed', label: 'Closed' },
  { value: 'archived', label: 'Archived' },
]

type Props = {
  page: SessionPage
  order: HeldOrder
  location: InboxLocation
  inboxFilter: InboxFilter
  projects: readonly Project[]
  members: readonly Member[]
  searchField: RefObject<HTMLInputElement | null>
  /** Null while the next page is loading or has failed to load. */
  onMore: (() => void) | null
  onRetryMore: (() => void) | null
  onDialog: (dialog: InboxDialog) => void
}

/** The left panel of the inbox. */
export function SessionList(props: Props) {
  const { page, order, location, inboxFilter, projects, members, onMore, onRetryMore } = props
  const { filter, search, setSearch } = inboxFilter
  const { sessions } = page
  const memberNames = useMemberNames(members)
  return (
    <nav
      aria-label="Conversations"
      className="flex h-full w-full shrink-0 flex-col bg-surface md:w-75 md:border-e xl:w-80 2xl:w-85"
    >
      <div className="flex flex-col gap-2.5 border-b px-4 pt-3 pb-2.5">
        <div className="flex items-center justify-between">
          <PageTitle title="Chats" className="text-title-m font-semibold">
            Chats <span className="font-normal text-muted">({sessions.length})</span>
          </PageTitle>
          <InboxMenu status={filter.status === 'all' ? undefined : filter.status} onDialog={props.onDialog} />
        </div>
        <SearchField
          label="Search conversations"
          placeholder="Search conversations..."
          value={search}
          onChange={setSearch}
          ref={props.searchField}
        />
        <SegmentedControl
          label="Status"
          value={filter.status}
          options={filter.status === 'all' ? [...statuses, { value: 'all', label: 'All' }] : statuses}
          onChange={location.setStatus}
        />
        <ListFilters inboxFilter={inboxFilter} projects={projects} />
      </div>
      {sessions.length === 0 ? (
        <EmptyList inboxFilter={inboxFilter} />
      ) : (
        <SessionRows
          order={order}
          memberNames={memberNames}
          isProjectShown={projects.length > 1}
          isStatusShown={filter.status === 'all'}
          search={filter.search}
          openId={location.openId}
          linkTo={location.linkTo}
          hasMore={page.nextCursor !== null}
          onMore={onMore}
          onRetryMore={onRetryMore}
        />
      )}
      <SearchAllLink inboxFilter={inboxFilter} shownCount={sessions.length} to={location.allStatusesPath} />
    </nav>
  )
}

function useMemberNames(members: readonly Member[]): ReadonlyMap<string, string> {
  const selfId = useUser()?.id
  return useMemo(
    () => new Map(members.map(({ id, name }) => [id, id === selfId ? 'You' : name])),
    [members, selfId],
  )
}
