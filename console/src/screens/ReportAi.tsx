import { usePermission } from '../kit/permissions.ts'
import { AiCards } from '../reports/AiCards.tsx'
import { hasLanguageOrLabel } from '../reports/filter/report-filter.ts'
import { HandoverTopics } from '../reports/gaps/HandoverTopics.tsx'
import { useAiReport } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'
import { UsageSummary } from '../usage/UsageSummary.tsx'
import { useReportPage } from './use-report-page.ts'

/** What the AI answered, suggested and handed over. */
export function ReportAi() {
  const page = useReportPage()
  const { filter, onChangeFilter } = page
  const report = useAiReport(filter)
  // Usage is not counted by language or label.
  const hasUsage = usePermission('usage.read') && !hasLanguageOrLabel(filter)
  return (
    <ReportPage
      name="ai"
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
        {(data) => (
          <AiCards
            report={data}
            filter={filter}
            handoverTopics={<HandoverTopics report={data} filter={filter} />}
            usage={hasUsage && <UsageSummary period={filter} projectId={filter.projectId} />}
          />
        )}
      </Report>
    </ReportPage>
  )
}
