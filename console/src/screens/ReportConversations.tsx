import { MessagesSquare } from 'lucide-react'
import { useLocation, useSearchParams } from 'react-router'
import { useLabels } from '../labels/queries.ts'
import { useProjects } from '../projects/queries.ts'
import { PeriodCaption } from '../reports/filter/PeriodCaption.tsx'
import {
  type ConversationGroup,
  findReport,
  parseGroup,
  type ReportFilter,
  reportPath,
} from '../reports/filter/report-filter.ts'
import { useReportFilter } from '../reports/filter/use-report-filter.ts'
import { describeGroup } from '../reports/format-report.ts'
import { useReportConversations } from '../reports/queries.ts'
import { ReportConversationList } from '../reports/ReportConversationList.tsx'
import type { ReportLinkState } from '../reports/ReportLink.tsx'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The conversations behind a number of a report. */
export function ReportConversations() {
  const [filter] = useReportFilter()
  const [query] = useSearchParams()
  const group = parseGroup(query)
  if (!group) return <UnknownGroup report={reportPath(filter)} />
  return <GroupPage filter={filter} group={group} />
}

function UnknownGroup({ report }: { report: string }) {
  return (
    <div className="page flex flex-col gap-4">
      <BackLink to={report}>Reports</BackLink>
      <PageTitle title="Conversations · Reports">Conversations</PageTitle>
      <Card>
        <EmptyState icon={MessagesSquare} title="This link isn't valid">
          Open the list from a number in your reports.
        </EmptyState>
      </Card>
    </div>
  )
}

function GroupPage({ filter, group }: { filter: ReportFilter; group: ConversationGroup }) {
  // The list may have another period than the report: a bar of a chart leads to the conversations of its days.
  const { state } = useLocation() as { state: ReportLinkState }
  const { data: projects = [] } = useProjects(filter.projectId !== undefined)
  const { data: labels = [] } = useLabels()
  const list = useReportConversations(filter, group)
  const { label, definition } = describeGroup(group, list.data?.pages[0]?.groupName)
  return (
    <div className="page flex flex-col gap-4">
      <BackLink to={state?.report ?? reportPath(filter, findReport(group))}>Reports</BackLink>
      <div>
        <PageTitle title={`${label} · Reports`}>{label}</PageTitle>
        <p className="text-ink-2">{definition}</p>
        <PeriodCaption filter={filter} projects={projects} labels={labels} />
      </div>
      <ReportConversationList filter={filter} group={group} list={list} />
    </div>
  )
}
