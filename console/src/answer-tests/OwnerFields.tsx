import { Select } from '../ui/forms/Select.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { useTeam } from './queries.ts'
import type { TestDraft } from './test-draft.ts'

const noOwner = ''

type Props = {
  draft: TestDraft
  tagError: string | undefined
  onEdit: (change: Partial<TestDraft>) => void
}

/** The tags of a test, and the team member who looks after it. */
export function OwnerFields({ draft: { tags, ownerId }, tagError, onEdit }: Props) {
  const { data } = useTeam()
  const members = data?.users.filter(({ id, status }) => status === 'active' || id === ownerId) ?? []
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <TextInput
        label="Tags"
        hint="Up to 5, separated by commas"
        value={tags}
        error={tagError}
        onChange={(event) => onEdit({ tags: event.target.value })}
      />
      {data && (
        <Select
          label="Owner"
          value={ownerId ?? noOwner}
          options={[
            { value: noOwner, label: 'No owner' },
            ...members.map(({ id, name, email }) => ({ value: id, label: name || email })),
          ]}
          onChange={(value) => onEdit({ ownerId: value === noOwner ? null : value })}
        />
      )}
    </div>
  )
}
