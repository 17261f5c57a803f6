import { roles } from '@aichat/contracts/company/permissions'
import { SearchField } from '../ui/forms/SearchField.tsx'
import { Select } from '../ui/forms/Select.tsx'
import type { MemberFilter } from './filter-members.ts'

const roleOptions = [
  { value: 'all', label: 'All roles' },
  ...roles.map((role) => ({ value: role, label: role })),
] as const
const statusOptions = [
  { value: 'all', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
  { value: 'disabled', label: 'Disabled' },
] as const

type Props = { filter: MemberFilter; onChange: (filter: MemberFilter) => void }

export function UserFilters({ filter, onChange }: Props) {
  return (
    <>
      <div className="min-w-0 flex-[1_1_260px]">
        <SearchField
          label="Search teammates"
          placeholder="Search teammates…"
          value={filter.search}
          onChange={(search) => onChange({ ...filter, search })}
        />
      </div>
      <Select
        label="Role"
        isLabelHidden
        value={filter.role}
        options={roleOptions}
        onChange={(role) => onChange({ ...filter, role })}
      />
      <Select
        label="Status"
        isLabelHidden
        value={filter.status}
        options={statusOptions}
        onChange={(status) => onChange({ ...filter, status })}
      />
    </>
  )
}
