import type { SessionStatus } from '@aichat/contracts/sessions'
import {
  Download,
  Ellipsis,
  MessageSquareText,
  MessagesSquare,
  SearchX,
  Tags,
  TriangleAlert,
} from 'lucide-react'
import { type RefObject, useMemo } from 'react'
import { log } from '../kit/log.ts'
import { useLabels } from '../labels/queries.ts'
import { paths } from '../paths.ts'
import type { ListFilter, SessionPage } from '../sync/session-list.ts'
import { saveAll } from '../sync/session-queries.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Menu, type MenuChoice } from '../ui/Menu.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Select } from '../ui/Select.tsx'
import { toast } from '../ui/toasts.ts'
import { SessionRows } from './SessionRows.tsx'

export type DeskDialog = 'labels' | 'replies'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'closed', label: 'Closed' },
  { value: 'archived', label: 'Archived' },
] as const

type Props = {
  page: SessionPage
  filter: ListFilter
  search: string
  searchField: RefObject<HTMLInputElement | null>
  openId: string | null
  linkTo: (sessionId: string) => string
  onStatus: (status: SessionStatus) => void
  onSearch: (search: string) => void
  onNeedsHuman: (isOn: boolean) => void
  onLabel: (labelId: string) => void
  /** Null while more is on its way, or could not be loaded. */
  onMore: (() => void) | null
  onRetryMore: (() => void) | null
  onDialog: (dialog: DeskDialog) => void
}

export function SessionList(props: Props) {
  const { page, filter, search, openId, linkTo, onStatus, onSearch, onMore, onRetryMore } = props
  const { sessions } = page
  const isNarrowed = search !== '' || filter.needsHuman === true || filter.labelId !== undefined
  function clear() {
    onSearch('')
    props.onNeedsHuman(false)
    props.onLabel('')
  }
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
          <DeskMenu status={filter.status} onDialog={props.onDialog} />
        </div>
        <SearchField
          label="Search conversations"
          placeholder="Search conversations..."
          value={search}
          onChange={onSearch}
          ref={props.searchField}
        />
        <SegmentedControl label="Status" value={filter.status} options={statuses} onChange={onStatus} />
        <Narrowing {...props} />
      </div>
      {sessions.length === 0 ? (
        <NothingListed
          isFirst={filter.status === 'active' && !isNarrowed}
          onClear={isNarrowed ? clear : null}
        />
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

function Narrowing({ filter, onNeedsHuman, onLabel }: Props) {
  const { data: labels = [] } = useLabels()
  const isOn = filter.needsHuman === true
  const options = useMemo(
    () => [{ value: '', label: 'All labels' }, ...labels.map(({ id, name }) => ({ value: id, label: name }))],
    [labels],
  )
  return (
    <div className="flex items-center gap-2">
      <Button
        size="compact"
        isPressed={isOn}
        icon={<TriangleAlert aria-hidden size={14} strokeWidth={1.75} />}
        onPress={() => onNeedsHuman(!isOn)}
        className={isOn ? 'border-warn-solid! bg-warn-soft! text-warn!' : undefined}
      >
        Needs a person
      </Button>
      {labels.length > 0 && (
        <div className="min-w-0 flex-1">
          <Select
            label="Label"
            isLabelHidden
            value={filter.labelId ?? ''}
            options={options}
            onChange={onLabel}
          />
        </div>
      )}
    </div>
  )
}

function DeskMenu({ status, onDialog }: { status: SessionStatus; onDialog: (dialog: DeskDialog) => void }) {
  async function exportAll() {
    try {
      await saveAll(status)
    } catch (error) {
      log('The conversations were not exported', error)
      toast('The conversations were not exported', {
        tone: 'bad',
        action: { label: 'Retry', onPress: exportAll },
      })
    }
  }
  const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const
  const choices: MenuChoice[] = [
    {
      key: 'replies',
      label: 'Saved replies',
      icon: <MessageSquareText {...icon} />,
      onChoose: () => onDialog('replies'),
    },
    { key: 'labels', label: 'Labels', icon: <Tags {...icon} />, onChoose: () => onDialog('labels') },
    { key: 'export', label: `Export ${status} (CSV)`, icon: <Download {...icon} />, onChoose: exportAll },
  ]
  return <Menu label="Inbox options" choices={choices} icon={<Ellipsis aria-hidden strokeWidth={1.75} />} />
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
