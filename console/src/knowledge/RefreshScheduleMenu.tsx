import type { KnowledgeItem, KnowledgeRefresh } from '@aichat/contracts/ai/knowledge'
import { CalendarClock, Check } from 'lucide-react'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import { useUpdateRefreshSchedule } from './queries.ts'

const choices: { key: KnowledgeRefresh; label: string }[] = [
  { key: 'off', label: 'Manually' },
  { key: 'daily', label: 'Daily' },
  { key: 'weekly', label: 'Weekly' },
]

/** How often a page is fetched again automatically. */
export function RefreshScheduleMenu({ projectId, item }: { projectId: string; item: KnowledgeItem }) {
  const change = useUpdateRefreshSchedule(projectId, item)
  return (
    <>
      {change.isError && <RetryButton onPress={() => change.mutate(change.variables)} />}
      <Menu
        label="Refresh schedule"
        icon={<CalendarClock aria-hidden strokeWidth={1.75} />}
        choices={choices.map(({ key, label }) => ({
          key,
          label: key === item.refresh ? `${label} (current)` : label,
          icon: key === item.refresh ? <Check aria-hidden size={16} /> : <span className="size-4" />,
          onChoose: () => change.mutate(key),
        }))}
      />
    </>
  )
}
