import type {
  ReportAi,
  ReportFormat,
  ReportName,
  ReportOverview,
  ReportSources,
  ReportTeam,
} from '@aichat/contracts/company/reports'
import type { ReportGaps, Topic } from '@aichat/contracts/company/topics'
import { csvByteOrderMark, formatCsvRow } from '../kit/http/csv.ts'
import { Download } from '../kit/http/serve.ts'

/** A column of a CSV file: its title, and its value in a row. */
type Column<Row> = [title: string, read: (row: Row) => string | number | null]

export type ExportedReport =
  | { name: 'overview'; report: ReportOverview }
  | { name: 'ai'; report: ReportAi }
  | { name: 'gaps'; report: ReportGaps }
  | { name: 'team'; report: ReportTeam }
  | { name: 'sources'; report: ReportSources }

// The columns of the CSV files; docs/reports.md defines the numbers.
const dayColumns: Column<ReportOverview['days'][number]>[] = [
  ['Day', (row) => row.day],
  ['Conversations', (row) => row.conversations],
  ['Messages', (row) => row.messages],
  ['AI answers', (row) => row.aiAnswers],
  ['Answered by AI', (row) => row.answeredByAi],
  ['Answered by people', (row) => row.answeredByPeople],
  ['Not answered', (row) => row.unanswered],
  ['Suggestions offered', (row) => row.suggestionsOffered],
  ['Suggestions helped', (row) => row.suggestionsHelped],
  ['Handed over', (row) => row.handedOver],
  ['Confirmed resolved', (row) => row.confirmedResolved],
  ['Quiet', (row) => row.quiet],
  ['Came back', (row) => row.cameBack],
  ['Suggestions opened', (row) => row.suggestionsOpened],
]
const aiColumns: Column<ReportAi['days'][number]>[] = [
  ['Day', (row) => row.day],
  ['Conversations', (row) => row.conversations],
  ['Answered by AI', (row) => row.answeredByAi],
  ['Suggestions offered', (row) => row.suggestionsOffered],
  ['Handed over', (row) => row.handedOver],
]
type ExportedTopic = Pick<Topic, 'name' | 'questions' | 'previousQuestions'> &
  Partial<Pick<Topic, 'project' | 'status' | 'lastAskedAt' | 'example' | 'summary' | 'handedOver'>>
const topicColumns: Column<ExportedTopic>[] = [
  ['Topic', (row) => row.name],
  ['Project', (row) => row.project?.name ?? null],
  ['Status', (row) => row.status ?? null],
  ['Questions', (row) => row.questions],
  ['Questions in the period before', (row) => row.previousQuestions],
  ['Last asked', (row) => row.lastAskedAt ?? null],
  ['Example', (row) => row.example ?? null],
  ['Summary', (row) => row.summary ?? null],
  ['Conversations handed over', (row) => row.handedOver ?? null],
]
const agentColumns: Column<ReportTeam['agents'][number]>[] = [
  ['Name', (row) => row.name ?? 'Removed member'],
  ['Conversations', (row) => row.conversations],
  ['Messages', (row) => row.messages],
  ['First responses', (row) => row.firstResponses],
  ['Median first response (seconds)', (row) => row.firstResponseMedianSeconds],
  ['90th percentile first response (seconds)', (row) => row.firstResponseP90Seconds],
  ['Ratings', (row) => row.ratings],
  ['Average rating', (row) => row.averageRating && Math.round(row.averageRating * 100) / 100],
  ['Median first response in business hours (seconds)', (row) => row.firstResponseBusinessMedianSeconds],
  [
    '90th percentile first response in business hours (seconds)',
    (row) => row.firstResponseBusinessP90Seconds,
  ],
]
const sourceColumns: Column<ReportSources['sources'][number]>[] = [
  ['Source', (row) => row.title ?? 'Deleted source'],
  ['Project', (row) => row.project.name],
  ['Cited', (row) => row.cited],
  ['Suggested', (row) => row.suggested],
  ['Unhelpful', (row) => row.unhelpful],
  ['Cited in the period before', (row) => row.previous.cited],
]

/** The table of a report as a CSV file, or the whole report as JSON. */
export function exportReport(exported: ExportedReport, format: ReportFormat): Download {
  const { name, report } = exported
  const file = `${toFileName(name)}-${report.from}-${report.to}.${format}`
  if (format === 'json')
    return new Download(`${JSON.stringify(report, null, 2)}\n`, { name: file, mime: 'application/json' })
  return new Download(`${csvByteOrderMark}${formatRows(exported)}`, { name: file, mime: 'text/csv' })
}

function toFileName(name: ReportName): string {
  return name === 'overview' ? 'report' : `report-${name}`
}

function formatRows({ name, report }: ExportedReport): string {
  switch (name) {
    case 'overview':
      return formatTable(dayColumns, report.days)
    case 'ai':
      return formatTable(aiColumns, report.days)
    case 'gaps':
      return formatTable(topicColumns, [...report.topics, createSingleRow(report)])
    case 'team':
      return formatTable(agentColumns, report.agents)
    case 'sources':
      return formatTable(sourceColumns, report.sources)
  }
}

/** The questions without a topic, so that the numbers add up. */
function createSingleRow({ singleQuestions, previousSingleQuestions }: ReportGaps): ExportedTopic {
  return {
    name: 'Without a topic',
    questions: singleQuestions,
    previousQuestions: previousSingleQuestions,
  }
}

function formatTable<Row>(columns: Column<Row>[], rows: Row[]): string {
  const lines = rows.map((row) => formatCsvRow(columns.map(([, read]) => String(read(row) ?? ''))))
  return formatCsvRow(columns.map(([title]) => title)) + lines.join('')
}
