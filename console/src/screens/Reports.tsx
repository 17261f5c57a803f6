import { useProjects } from '../projects/queries.ts'
import { ExportMenu } from '../reports/ExportMenu.tsx'
import { PeriodCaption } from '../reports/PeriodCaption.tsx'
import { useReport } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportFilters } from '../reports/ReportFilters.tsx'
import { useReportFilter } from '../reports/use-report-filter.ts'
import { PageTitle } from '../ui/PageTitle.tsx'

export function Reports() {
  const [filter, setFilter] = useReportFilter()
  const report = useReport(filter)
  const { data: projects = [] } = useProjects()
  return (
    <div className="page flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <PageTitle title="Reports">Reports</PageTitle>
        <div className="print:hidden">
          <ExportMenu filter={filter} />
        </div>
      </div>
      <ReportFilters
        filter={filter}
        projects={projects}
        languages={report.data?.languages ?? []}
        onChange={setFilter}
      />
      <PeriodCaption filter={filter} projects={projects} hasFilters />
      <Report filter={filter} report={report} onChangeFilter={setFilter} />
    </div>
  )
}
