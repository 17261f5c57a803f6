import { SearchField } from '../ui/forms/SearchField.tsx'
import { Select } from '../ui/forms/Select.tsx'
import type { ProjectFilter } from './filter-projects.ts'

const shows = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'draft', label: 'Draft' },
] as const

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'Name (A–Z)' },
] as const

type Props = { filter: ProjectFilter; onChange: (filter: ProjectFilter) => void }

export function ProjectFilters({ filter, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="max-md:basis-full md:w-56">
        <SearchField
          label="Filter projects"
          placeholder="Filter…"
          value={filter.text}
          onChange={(text) => onChange({ ...filter, text })}
        />
      </div>
      <Select
        label="Status"
        isLabelHidden
        value={filter.show}
        options={shows}
        onChange={(show) => onChange({ ...filter, show })}
      />
      <Select
        label="Sort by"
        isLabelHidden
        value={filter.sort}
        options={sorts}
        onChange={(sort) => onChange({ ...filter, sort })}
      />
    </div>
  )
}
