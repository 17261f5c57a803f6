import { useLabels } from '../labels/queries.ts'
import { useProjects } from '../projects/queries.ts'
import { useReportFilter } from '../reports/filter/use-report-filter.ts'

/** What the pages of all reports need: their filter, and what it can choose from. */
export function useReportPage() {
  const [filter, onChangeFilter] = useReportFilter()
  const { data: projects = [] } = useProjects()
  const { data: labels = [] } = useLabels()
  return { filter, onChangeFilter, projects, labels }
}
