import { useLocation, useSearchParams } from 'react-router'
import { formatLanguage } from '../kit/format/format-language.ts'
import { useProjects } from '../projects/queries.ts'
import { formatGroup, formatPeriod } from '../reports/format-report.ts'
import { ReportConversationList } from '../reports/ReportConversationList.tsx'
import { parseGroup, reportPath } from '../reports/report-filter.ts'
import { useReportFilter } from '../reports/use-report-filter.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The conversations behind a number of a report. */
export function ReportConversations() {
  const [filter] = useReportFilter()
  const [query] = useSearchParams()
  // A bar of the chart leads to the conversations of its days, and back to the whole period.
  const { state } = useLocation() as { state: { report?: string } | null }
  const group = parseGroup(query)
  const name = formatGroup(group)
  const { data: projects } = useProjects(filter.projectId !== undefined)
  const project = projects?.find(({ id }) => id === filter.projectId)
  const languageName =
    filter.language === '' ? 'Unknown language' : filter.language && formatLanguage(filter.language)
  return (
    <div className="page flex flex-col gap-4">
      <BackLink to={state?.report ?? reportPath(filter)}>Reports</BackLink>
      <div>
        <PageTitle title={`${name} · Reports`}>{name}</PageTitle>
        <p className="text-muted">
          {[formatPeriod(filter, { year: 'numeric' }), project?.name, languageName]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <ReportConversationList filter={filter} group={group} />
    </div>
  )
}
