import type { Project } from '@aichat/contracts/company/projects'
import clsx from 'clsx'
import { useMemo } from 'react'
import { useLabels } from '../labels/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/forms/Select.tsx'
import type { InboxFilter } from './use-inbox-filter.ts'
import type { Assigned } from './use-inbox-location.ts'

type Props = { inboxFilter: InboxFilter; projects: readonly Project[] }

/** The filters by assignee, "Needs a person", project and label. */
export function ListFilters({ inboxFilter, projects }: Props) {
  const { filter, setNeedsHuman } = inboxFilter
  const isOn = filter.needsHuman === true
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        <AssignedButton assigned="me" label="Mine" inboxFilter={inboxFilter} />
        <AssignedButton assigned="none" label="Unassigned" inboxFilter={inboxFilter} />
        <Button
          size="compact"
          isPressed={isOn}
          onPress={() => setNeedsHuman(!isOn)}
          className={clsx('px-1.5!', isOn && 'border-warn-solid! bg-warn-soft! text-warn!')}
        >
          Needs a person
        </Button>
      </div>
      <SelectFilters inboxFilter={inboxFilter} projects={projects} />
    </>
  )
}

type AssignedProps = { assigned: Assigned; label: string; inboxFilter: InboxFilter }

/** Pressing it again clears the filter. */
function AssignedButton({ assigned, label, inboxFilter }: AssignedProps) {
  const isOn = inboxFilter.assigned === assigned
  return (
    <Button
      size="compact"
      isPressed={isOn}
      onPress={() => inboxFilter.setFilter({ assigned: isOn ? '' : assigned })}
      className={clsx('px-1.5!', isOn && 'border-accent! bg-accent-soft! text-accent-text!')}
    >
      {label}
    </Button>
  )
}

/** A company with one project has nothing to choose from, and labels may not exist. */
function SelectFilters({ inboxFilter, projects }: Props) {
  const { filter, setLabelId, setFilter } = inboxFilter
  const { data: labels = [] } = useLabels()
  const labelOptions = useMemo(
    () => [{ value: '', label: 'All labels' }, ...labels.map(({ id, name }) => ({ value: id, label: name }))],
    [labels],
  )
  const projectOptions = useMemo(
    () => [
      { value: '', label: 'All projects' },
      ...projects.map(({ id, name }) => ({ value: id, label: name })),
    ],
    [projects],
  )
  if (projects.length < 2 && labels.length === 0) return null
  return (
    <div className="flex items-center gap-2">
      {projects.length > 1 && (
        <div className="min-w-0 flex-1">
          <Select
            label="Project"
            isLabelHidden
            value={filter.projectId ?? ''}
            options={projectOptions}
            onChange={(project) => setFilter({ project })}
          />
        </div>
      )}
      {labels.length > 0 && (
        <div className="min-w-0 flex-1">
          <Select
            label="Label"
            isLabelHidden
            value={filter.labelId ?? ''}
            options={labelOptions}
            onChange={setLabelId}
          />
        </div>
      )}
    </div>
  )
}
