import { useOverview } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportCards } from '../reports/ReportCards.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'
import { useReportPage } from './use-report-page.ts'

export function Reports() {
  const page = useReportPage()
  const { filter, onChangeFilter } = page
  const report = useOverview(filter)
  return (
    <ReportPage
      name="overview"
      {...page}
      languages={report.data?.languages}
      isCompared={report.data?.previous.conversations !== 0}
    >
      <Report
        filter={filter}
        report={report}
        onChangeFilter={onChangeFilter}
        isEmpty={({ conversations, previous }) => conversations === 0 && previous.conversations === 0}
      >
        {(data) => <ReportCards report={data} filter={filter} />}
      </Report>
    </ReportPage>
  )
}
