import type { Period } from '../kit/days.ts'
import { formatDuration } from './format-report.ts'

/** The names of two times of a report, in seconds. */
type TimeRow<Field extends string> = {
  label: string
  definition: string
  median: Field
  p90: Field
  /** The row is shown only with a time. */
  isOptional?: boolean
}

/** How fast people respond. */
export const responseTimes = [
  {
    label: 'First response',
    definition: 'Until someone on your team replied. AI replies do not count.',
    median: 'firstResponseMedianSeconds',
    p90: 'firstResponseP90Seconds',
  },
  {
    label: 'First response, business hours',
    definition: 'Only the time within your business hours.',
    median: 'firstResponseBusinessMedianSeconds',
    p90: 'firstResponseBusinessP90Seconds',
    isOptional: true,
  },
  {
    label: 'Resolution',
    definition: 'Until the conversation was closed.',
    median: 'resolutionMedianSeconds',
    p90: 'resolutionP90Seconds',
  },
] as const

/** How fast the AI replies. */
export const firstReplyTimes = [
  {
    label: 'First AI reply',
    definition: 'From the first message until the AI answered, suggested pages or handed over.',
    median: 'firstReplyMedianSeconds',
    p90: 'firstReplyP90Seconds',
  },
] as const

type Times<Field extends string> = Record<Field, number | null>
type Props<Field extends string> = {
  times: readonly TimeRow<Field>[]
  report: Period & Times<Field> & { previous: Times<Field> }
}

export function ResponseTimes<Field extends string>({ times, report }: Props<Field>) {
  const shown = times.filter(
    ({ isOptional, median }) => !isOptional || report[median] !== null || report.previous[median] !== null,
  )
  // A single day is not compared: today is not over, and the day before it was another weekday.
  const before = report.from === report.to ? undefined : report.previous
  return (
    <ul aria-label="Response times" className="divide-y divide-line">
      {shown.map(({ label, definition, median, p90 }) => (
        <li key={label} className="py-3 first:pt-0 last:pb-0">
          <p className="font-strong">{label}</p>
          <p className="text-caption text-muted">{definition}</p>
          <dl className="mt-2 grid grid-cols-2 gap-3">
            <Time label="Median" seconds={report[median]} before={before?.[median] ?? null} />
            <Time label="90% within" seconds={report[p90]} before={before?.[p90] ?? null} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

type TimeProps = { label: string; seconds: number | null; before: number | null }

function Time({ label, seconds, before }: TimeProps) {
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
