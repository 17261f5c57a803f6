import { usePermission } from '../kit/permissions.ts'
import { useProjects } from '../projects/queries.ts'
import { withoutLanguageAndLabel } from '../reports/filter/report-filter.ts'
import { useReportFilter } from '../reports/filter/use-report-filter.ts'
import { useTeamReport } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'
import { TeamTable } from '../reports/TeamTable.tsx'

/** The numbers of each member of the team; an Agent's own. */
export function ReportTeam() {
  const [filter, setFilter] = useReportFilter()
  const shown = withoutLanguageAndLabel(filter)
  const report = useTeamReport(shown)
  const { data: projects = [] } = useProjects()
  const seesAll = usePermission('reports.team')
  return (
    <ReportPage name="team" filter={filter} projects={projects} isCompared onChangeFilter={setFilter}>
      <Report filter={shown} report={report} onChangeFilter={setFilter}>
        {(data) => (
          <div>
            <TeamTable report={data} filter={shown} />
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
