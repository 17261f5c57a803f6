import type { Project } from '@aichat/contracts/company/projects'
import { type ReactNode, type RefObject, useMemo } from 'react'
import type { Member } from '../notes/mentions.ts'
import type { SessionPage } from '../sync/session-list.ts'
import { EmptyList } from './EmptyList.tsx'
import type { InboxDialog } from './InboxMenu.tsx'
import { ListHeader } from './ListHeader.tsx'
import { SearchAllLink } from './SearchAllLink.tsx'
import { SessionRows } from './SessionRows.tsx'
import type { HeldOrder } from './use-held-order.ts'
import type { InboxFilter } from './use-inbox-filter.ts'
import type { InboxLocation } from './use-inbox-location.ts'

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
  footer: ReactNode
}

/** The left panel of the inbox. */
export function SessionList(props: Props) {
  const { page, order, location, inboxFilter, projects, members, onMore, onRetryMore } = props
  const { filter } = inboxFilter
  const { sessions } = page
  const membersById = useMemo(() => new Map(members.map((member) => [member.id, member])), [members])
  return (
    <nav
      aria-label="Conversations"
      className="flex h-full w-full shrink-0 flex-col bg-surface md:w-75 md:border-e xl:w-80 2xl:w-85"
    >
      <ListHeader
        count={sessions.length}
        location={location}
        inboxFilter={inboxFilter}
        projects={projects}
        members={members}
        searchField={props.searchField}
        onDialog={props.onDialog}
      />
      {sessions.length === 0 ? (
        <EmptyList inboxFilter={inboxFilter} />
      ) : (
        <SessionRows
          order={order}
          members={membersById}
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
      <SearchAllLink
        inboxFilter={inboxFilter}
        shownCount={sessions.length}
        to={location.allConversationsPath}
      />
      {props.footer}
    </nav>
  )
}
