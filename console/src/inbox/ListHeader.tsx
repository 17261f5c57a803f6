import type { Project } from '@aichat/contracts/company/projects'
import type { RefObject } from 'react'
import { useUser } from '../kit/http/auth-storage.ts'
import { useLabels } from '../labels/queries.ts'
import type { Member } from '../notes/mentions.ts'
import type { ListStatus } from '../sync/session-list.ts'
import { SearchField } from '../ui/forms/SearchField.tsx'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import type { Option } from '../ui/forms/Select.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { FilterButton } from './FilterButton.tsx'
import { type FilterChip, FilterChips } from './FilterChips.tsx'
import { type InboxDialog, InboxMenu } from './InboxMenu.tsx'
import type { InboxFilter } from './use-inbox-filter.ts'
import type { InboxLocation } from './use-inbox-location.ts'
import { ViewButtons } from './ViewButtons.tsx'

const statuses: Option<ListStatus>[] = [
  { value: 'active', label: 'Active' },
  { value: 'closed', label: 'Closed' },
  { value: 'archived', label: 'Archived' },
]

type Props = {
  count: number
  location: InboxLocation
  inboxFilter: InboxFilter
  projects: readonly Project[]
  members: readonly Member[]
  searchField: RefObject<HTMLInputElement | null>
  onDialog: (dialog: InboxDialog) => void
}

/** Above the list of conversations: status, search, views and filters. */
export function ListHeader({
  count,
  location,
  inboxFilter,
  projects,
  members,
  searchField,
  onDialog,
}: Props) {
  const { filter, search, setSearch } = inboxFilter
  const { data: labels = [] } = useLabels()
  const selfId = useUser()?.id
  const names = new Map([
    ['me', 'You'],
    ['none', 'Unassigned'],
    ...[...projects, ...labels, ...members].map(({ id, name }) => [id, name] as const),
  ])
  const chips = findChips(inboxFilter, names)
  return (
    <div className="flex flex-col gap-2 border-b px-3 py-2">
      <div className="flex flex-wrap items-center justify-between ps-1">
        <PageTitle title="Chats">
          Chats <span className="text-body font-normal text-muted">({count})</span>
        </PageTitle>
        <SegmentedControl
          label="Status"
          value={filter.status}
          options={filter.status === 'all' ? [...statuses, { value: 'all', label: 'All' }] : statuses}
          onChange={location.setStatus}
        />
      </div>
      <div className="flex items-center">
        <div className="me-1 min-w-0 flex-1">
          <SearchField
            label="Search conversations"
            placeholder="Search conversations..."
            value={search}
            onChange={setSearch}
            ref={searchField}
          />
        </div>
        <FilterButton
          isOn={chips.length > 0}
          inboxFilter={inboxFilter}
          projects={projects}
          labels={labels}
          members={members}
          selfId={selfId}
        />
        <InboxMenu status={filter.status === 'all' ? undefined : filter.status} onDialog={onDialog} />
      </div>
      <ViewButtons inboxFilter={inboxFilter} />
      <FilterChips chips={chips} />
    </div>
  )
}

/** The filters that no view shows. Names may not be loaded yet. */
function findChips(
  { filter, urlFilter, setFilter, setLabelId }: InboxFilter,
  names: ReadonlyMap<string, string>,
): FilterChip[] {
  const { projectId = '', labelId = '' } = filter
  const { view, assigned } = urlFilter
  const assignee = view === '' && isAssigneeView(assigned) ? '' : assigned
  const chips = [
    { label: 'Project', id: projectId, onRemove: () => setFilter({ project: '' }) },
    { label: 'Label', id: labelId, onRemove: () => setLabelId('') },
    { label: 'Assignee', id: assignee, onRemove: () => setFilter({ assigned: '' }) },
  ]
  return chips
    .filter(({ id }) => id !== '')
    .map(({ label, id, onRemove }) => ({ label, name: names.get(id), onRemove }))
}

function isAssigneeView(assigned: string): boolean {
  return assigned === 'me' || assigned === 'none'
}
