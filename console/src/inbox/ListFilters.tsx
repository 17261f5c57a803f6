import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useLabels } from '../labels/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Select.tsx'
import type { InboxFilter } from './use-inbox-filter.ts'

/** The filters "Needs a person" and label. */
export function ListFilters({ inboxFilter }: { inboxFilter: InboxFilter }) {
  const { filter, setNeedsHuman, setLabelId } = inboxFilter
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
        onPress={() => setNeedsHuman(!isOn)}
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
            onChange={setLabelId}
          />
        </div>
      )}
    </div>
  )
}
