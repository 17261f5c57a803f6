import { useLabels } from '../labels/queries.ts'
import { useProjects } from '../projects/queries.ts'
import { useReportFilter } from '../reports/filter/use-report-filter.ts'
import { useOverview } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportCards } from '../reports/ReportCards.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'

export function Reports() {
  const [filter, setFilter] = useReportFilter()
  const report = useOverview(filter)
  const { data: projects = [] } = useProjects()
  const { data: labels = [] } = useLabels()
  return (
    <ReportPage
      name="overview"
      filter={filter}
      projects={projects}
      languages={report.data?.languages}
      labels={labels}
      isCompared={report.data?.previous.conversations !== 0}
      onChangeFilter={setFilter}
    >
      <Report
        filter={filter}
        report={report}
        onChangeFilter={setFilter}
        isEmpty={({ conversations, previous }) => conversations === 0 && previous.conversations === 0}
      >
        {(data) => <ReportCards report={data} filter={filter} />}
      </Report>
    </ReportPage>
  )
}
