import { type Session, type SessionStatus, sessionLimits } from '@aichat/contracts/sessions'
import { MessagesSquare, SearchX } from 'lucide-react'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { SessionRow } from './SessionRow.tsx'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'closed', label: 'Closed' },
  { value: 'archived', label: 'Archived' },
] as const

type Props = {
  sessions: Session[]
  total: number
  status: SessionStatus
  search: string
  openId: string | null
  linkTo: (sessionId: string) => string
  onStatus: (status: SessionStatus) => void
  onSearch: (search: string) => void
  onMore: () => void
}

export function SessionList(props: Props) {
  const { sessions, total, status, search, openId, linkTo, onStatus, onSearch, onMore } = props
  return (
    <nav
      aria-label="Conversations"
      className="flex h-full w-full shrink-0 flex-col bg-surface md:w-75 md:border-e xl:w-85"
    >
      <div className="flex flex-col gap-2.5 border-b px-4 pt-3 pb-2.5">
        <PageTitle title="Chats" className="text-title-m font-semibold">
          Chats <span className="font-normal text-muted">({sessions.length})</span>
        </PageTitle>
        <SearchField
          label="Search conversations"
          placeholder="Search conversations..."
          value={search}
          onChange={onSearch}
        />
        <SegmentedControl label="Status" value={status} options={statuses} onChange={onStatus} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {sessions.length === 0 ? (
          <NothingListed
            isFirst={status === 'active' && !search}
            onClear={search ? () => onSearch('') : null}
          />
        ) : (
          <ul>
            {sessions.map((session) => (
              <li key={session.sessionId}>
                <SessionRow
                  session={session}
                  to={linkTo(session.sessionId)}
                  isOpen={session.sessionId === openId}
                />
              </li>
            ))}
          </ul>
        )}
        {sessions.length < total && sessions.length >= sessionLimits.pageSize && (
          <div className="flex justify-center p-3">
            <Button size="compact" onPress={onMore}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </nav>
  )
}

function NothingListed({ isFirst, onClear }: { isFirst: boolean; onClear: (() => void) | null }) {
  if (isFirst) {
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
      title="Nothing here"
      action={onClear && <Button onPress={onClear}>Clear search</Button>}
    />
  )
}
