import { useLocation, useSearchParams } from 'react-router'
import { useProjects } from '../projects/queries.ts'
import { PeriodCaption } from '../reports/filter/PeriodCaption.tsx'
import { findReport, parseGroup, reportPath, withoutLanguage } from '../reports/filter/report-filter.ts'
import { useReportFilter } from '../reports/filter/use-report-filter.ts'
import { describeGroup } from '../reports/format-report.ts'
import { useReportConversations } from '../reports/queries.ts'
import { ReportConversationList } from '../reports/ReportConversationList.tsx'
import { BackLink } from '../ui/BackLink.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The conversations behind a number of a report. */
export function ReportConversations() {
  const [chosen] = useReportFilter()
  const [query] = useSearchParams()
  // A bar of the chart leads to the conversations of its days, and back to the whole period.
  const { state } = useLocation() as { state: { report?: string } | null }
  const { data: projects = [] } = useProjects(chosen.projectId !== undefined)
  const group = parseGroup(query)
  const filter = 'agentId' in group || 'sourceId' in group ? withoutLanguage(chosen) : chosen
  const list = useReportConversations(filter, group)
  const { label, definition } = describeGroup(group, list.data?.pages[0]?.groupName)
  return (
    <div className="page flex flex-col gap-4">
      <BackLink to={state?.report ?? reportPath(chosen, findReport(group))}>Reports</BackLink>
      <div>
        <PageTitle title={`${label} · Reports`}>{label}</PageTitle>
        <p className="text-ink-2">{definition}</p>
        <PeriodCaption filter={filter} projects={projects} />
      </div>
      <ReportConversationList filter={filter} group={group} list={list} />
    </div>
  )
}
