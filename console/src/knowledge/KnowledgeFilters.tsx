import { Button } from '../ui/Button.tsx'
import { SearchField } from '../ui/forms/SearchField.tsx'
import { Select } from '../ui/forms/Select.tsx'
import type { ItemFilter, OriginFilter, StatusFilter } from './filter-items.ts'

const statuses: { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All statuses' },
  { value: 'embedded', label: 'Embedded' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
  { value: 'disabled', label: 'Disabled' },
]
const origins: { value: OriginFilter; label: string }[] = [
  { value: 'all', label: 'All sources' },
  { value: 'manual', label: 'Texts' },
  { value: 'url', label: 'Pages' },
  { value: 'file', label: 'Files' },
  { value: 'source', label: 'Websites and archives' },
]

type Props = { filter: ItemFilter; onChange: (filter: ItemFilter) => void; onSelect: () => void }

export function KnowledgeFilters({ filter, onChange, onSelect }: Props) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-[1_1_200px]">
        <SearchField
          label="Search knowledge"
          placeholder="Search knowledge..."
          value={filter.search}
          onChange={(search) => onChange({ ...filter, search })}
        />
      </div>
      <Select
        label="Status"
        isLabelHidden
        value={filter.status}
        options={statuses}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Select
        label="Source"
        isLabelHidden
        value={filter.origin}
        options={origins}
        onChange={(origin) => onChange({ ...filter, origin })}
      />
      <Button size="compact" onPress={onSelect}>
        Select
      </Button>
    </div>
  )
}
