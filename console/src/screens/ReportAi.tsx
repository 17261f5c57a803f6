import { usePermission } from '../kit/permissions.ts'
import { useLabels } from '../labels/queries.ts'
import { useProjects } from '../projects/queries.ts'
import { AiCards } from '../reports/AiCards.tsx'
import { hasLanguageOrLabel } from '../reports/filter/report-filter.ts'
import { useReportFilter } from '../reports/filter/use-report-filter.ts'
import { GapSection } from '../reports/gaps/GapSection.tsx'
import { useAiReport } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'
import { UsageSummary } from '../usage/UsageSummary.tsx'

/** What the AI answered, suggested and handed over. */
export function ReportAi() {
  const [filter, setFilter] = useReportFilter()
  const report = useAiReport(filter)
  const { data: projects = [] } = useProjects()
  const { data: labels = [] } = useLabels()
  // Usage is not counted by language or label.
  const hasUsage = usePermission('usage.read') && !hasLanguageOrLabel(filter)
  return (
    <ReportPage
      name="ai"
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
        {(data) => (
          <AiCards
            report={data}
            filter={filter}
            gaps={<GapSection filter={filter} />}
            usage={hasUsage && <UsageSummary period={filter} projectId={filter.projectId} />}
          />
        )}
      </Report>
    </ReportPage>
  )
}
