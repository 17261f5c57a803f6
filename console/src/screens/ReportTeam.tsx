import { usePermission } from '../kit/permissions.ts'
import { useTeamReport } from '../reports/queries.ts'
import { Report } from '../reports/Report.tsx'
import { ReportPage } from '../reports/ReportPage.tsx'
import { TeamTable } from '../reports/TeamTable.tsx'
import { useReportPage } from './use-report-page.ts'

/** The numbers of each member of the team; an Agent's own. */
export function ReportTeam() {
  const page = useReportPage()
  const { filter, onChangeFilter } = page
  const report = useTeamReport(filter)
  const seesAll = usePermission('reports.team')
  return (
    <ReportPage name="team" {...page} languages={report.data?.languages} isCompared>
      <Report filter={filter} report={report} onChangeFilter={onChangeFilter}>
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
