import type { Label } from '@aichat/contracts/chat/labels'
import type { Project } from '@aichat/contracts/company/projects'
import type { RefObject } from 'react'
import type { Member } from '../notes/mentions.ts'
import { Select } from '../ui/forms/Select.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { InboxFilter } from './use-inbox-filter.ts'

export type FilterChoices = {
  inboxFilter: InboxFilter
  projects: readonly Project[]
  labels: readonly Label[]
  members: readonly Member[]
  selfId: string | undefined
}

type Props = FilterChoices & {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The filters by project, label and assignee. Each change applies at once. */
export function FilterPopover({ inboxFilter, projects, labels, members, selfId, trigger, onClose }: Props) {
  const { filter, urlFilter, setFilter, setLabelId } = inboxFilter
  const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  return (
    <Panel label="Filter conversations" trigger={trigger} onClose={onClose} className="w-72">
      <div className="flex flex-col gap-3 p-4">
        <Select
          label="Project"
          value={filter.projectId ?? ''}
          options={[{ value: '', label: 'All projects' }, ...projects.map(toOption)]}
          onChange={(project) => setFilter({ project })}
        />
        <Select
          label="Label"
          value={filter.labelId ?? ''}
          options={[{ value: '', label: 'All labels' }, ...labels.map(toOption)]}
          onChange={setLabelId}
        />
        <Select
          label="Assignee"
          value={urlFilter.assigned}
          options={[
            { value: '', label: 'Anyone' },
            { value: 'me', label: 'You' },
            { value: 'none', label: 'Unassigned' },
            ...members.filter(({ id }) => id !== selfId).map(toOption),
          ]}
          onChange={(assigned) => setFilter({ assigned })}
        />
      </div>
    </Panel>
  )
}
