import type { ReportOverview, ReportSummary } from '@aichat/contracts/company/reports'
import { formatDuration } from './format-report.ts'

const times = [
  {
    label: 'First response',
    definition: 'Until someone on your team replied. AI replies do not count.',
    median: 'firstResponseMedianSeconds',
    p90: 'firstResponseP90Seconds',
  },
  {
    label: 'Resolution',
    definition: 'Until the conversation was closed.',
    median: 'resolutionMedianSeconds',
    p90: 'resolutionP90Seconds',
  },
] as const

export function ResponseTimes({ report }: { report: ReportOverview }) {
  return (
    <ul aria-label="Response times" className="divide-y divide-line">
      {times.map(({ label, definition, median, p90 }) => (
        <li key={label} className="py-3 first:pt-0 last:pb-0">
          <p className="font-strong">{label}</p>
          <p className="text-caption text-muted">{definition}</p>
          <dl className="mt-2 grid grid-cols-2 gap-3">
            <Time label="Median" report={report} field={median} />
            <Time label="90% within" report={report} field={p90} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

type TimeField = Extract<keyof ReportSummary, `${string}Seconds`>

function Time({ label, report, field }: { label: string; report: ReportOverview; field: TimeField }) {
  const seconds = report[field]
  const before = report.previous[field]
  return (
    <div>
      <dt className="text-caption text-ink-2">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="text-title">{seconds === null ? '–' : formatDuration(seconds)}</span>
        {before !== null && <span className="text-caption text-muted">{formatDuration(before)} before</span>}
      </dd>
    </div>
  )
}
