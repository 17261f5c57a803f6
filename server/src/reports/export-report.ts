import type { ReportFormat, ReportOverview } from '@aichat/contracts/company/reports'
import { csvByteOrderMark, formatCsvRow } from '../kit/http/csv.ts'
import { Download } from '../kit/http/serve.ts'

type Counts = Omit<ReportOverview['days'][number], 'day'>

/** The columns of the CSV file; docs/reports.md defines the numbers. */
const columns: Record<keyof Counts, string> = {
  conversations: 'Conversations',
  messages: 'Messages',
  aiAnswers: 'AI answers',
  answeredByAi: 'Answered by AI',
  answeredByPeople: 'Answered by people',
  unanswered: 'Not answered',
  suggestionsOffered: 'Suggestions offered',
  suggestionsHelped: 'Suggestions helped',
  handedOver: 'Handed over',
  confirmedResolved: 'Confirmed resolved',
  quiet: 'Quiet',
  cameBack: 'Came back',
}

/** A CSV file with one row for each day, or the overview as JSON. */
export function exportReport(report: ReportOverview, format: ReportFormat): Download {
  const name = `report-${report.from}-${report.to}.${format}`
  if (format === 'json')
    return new Download(`${JSON.stringify(report, null, 2)}\n`, { name, mime: 'application/json' })
  const measures = Object.keys(columns) as (keyof Counts)[]
  const rows = report.days.map((day) =>
    formatCsvRow([day.day, ...measures.map((measure) => String(day[measure]))]),
  )
  const header = formatCsvRow(['Day', ...measures.map((measure) => columns[measure])])
  return new Download(`${csvByteOrderMark}${header}${rows.join('')}`, { name, mime: 'text/csv' })
}
