import { usePermission } from '../kit/permissions.ts'
import { useLabels } from '../labels/queries.ts'
import { useProjects } from '../projects/queries.ts'
import { useReportFilter } from '../reports/filter/use-report-filter.ts'
import { useTeamReport } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'
import { TeamTable } from '../reports/TeamTable.tsx'

/** The numbers of each member of the team; an Agent's own. */
export function ReportTeam() {
  const [filter, setFilter] = useReportFilter()
  const report = useTeamReport(filter)
  const { data: projects = [] } = useProjects()
  const { data: labels = [] } = useLabels()
  const seesAll = usePermission('reports.team')
  return (
    <ReportPage
      name="team"
      filter={filter}
      projects={projects}
      languages={report.data?.languages}
      labels={labels}
      isCompared
      onChangeFilter={setFilter}
    >
      <Report filter={filter} report={report} onChangeFilter={setFilter}>
        {(data) => (
          <div>
            <TeamTable report={data} filter={filter} />
            <p className="mt-2 max-w-[75ch] text-caption text-muted">
              {seesAll
                ? 'A conversation in which several people wrote counts for each of them, and so does its rating.'
                : 'Your own numbers. Owners and Admins see those of the whole team.'}{' '}
              A first response is the first reply of a person; the time runs from the first message that
              nothing had answered.
            </p>
          </div>
        )}
      </Report>
    </ReportPage>
  )
}
