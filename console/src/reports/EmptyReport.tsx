import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { clearFilters, isFiltered, type ReportFilter } from './filter/report-filter.ts'

type Props = {
  icon: LucideIcon
  title: string
  filter: ReportFilter
  onChangeFilter: (filter: ReportFilter) => void
  /** Where no filter can be cleared. */
  action?: ReactNode
  /** What will be shown, where no filter hides it. */
  children: ReactNode
}

/** Instead of a report without numbers. */
export function EmptyReport({ icon, title, filter, onChangeFilter, action, children }: Props) {
  const clear = <Button onPress={() => onChangeFilter(clearFilters(filter))}>Clear filters</Button>
  return (
    <Card>
      <EmptyState icon={icon} title={title} action={isFiltered(filter) ? clear : action}>
        {isFiltered(filter) ? 'Nothing matches the filters you selected.' : children}
      </EmptyState>
    </Card>
  )
}
