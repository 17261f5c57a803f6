import type { SessionStatus } from '@aichat/contracts/sessions'
import type { RefObject } from 'react'
import type { SessionPage } from '../sync/session-list.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { EmptyList } from './EmptyList.tsx'
import { type InboxDialog, InboxMenu } from './InboxMenu.tsx'
import { ListFilters } from './ListFilters.tsx'
import { SessionRows } from './SessionRows.tsx'
import type { InboxFilter } from './use-inbox-filter.ts'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'closed', label: 'Closed' },
  { value: 'archived', label: 'Archived' },
] as const

type Props = {
  page: SessionPage
  inboxFilter: InboxFilter
  searchField: RefObject<HTMLInputElement | null>
  openId: string | null
  linkTo: (sessionId: string) => string
  onStatus: (status: SessionStatus) => void
  /** Null while the next page is loading or has failed to load. */
  onMore: (() => void) | null
  onRetryMore: (() => void) | null
  onDialog: (dialog: InboxDialog) => void
}

/** The left panel of the inbox. */
export function SessionList(props: Props) {
  const { page, inboxFilter, openId, linkTo, onMore, onRetryMore } = props
  const { filter, search, setSearch } = inboxFilter
  const { sessions } = page
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
          <InboxMenu status={filter.status} onDialog={props.onDialog} />
        </div>
        <SearchField
          label="Search conversations"
          placeholder="Search conversations..."
          value={search}
          onChange={setSearch}
          ref={props.searchField}
        />
        <SegmentedControl label="Status" value={filter.status} options={statuses} onChange={props.onStatus} />
        <ListFilters inboxFilter={inboxFilter} />
      </div>
      {sessions.length === 0 ? (
        <EmptyList inboxFilter={inboxFilter} />
      ) : (
        <SessionRows
          sessions={sessions}
          openId={openId}
          linkTo={linkTo}
          hasMore={page.nextCursor !== null}
          onMore={onMore}
          onRetryMore={onRetryMore}
        />
      )}
    </nav>
  )
}
