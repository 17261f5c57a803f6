import type { ReportOverview, ReportSummary } from '@aichat/contracts/company/reports'
import { listDays, type Period } from './period.ts'
import type { DailyCountRow, DistributionRow, TotalRow } from './report-store.ts'

type Counts = Omit<
  ReportSummary,
  | 'firstResponseMedianSeconds'
  | 'firstResponseP90Seconds'
  | 'firstResponseBusinessMedianSeconds'
  | 'firstResponseBusinessP90Seconds'
  | 'resolutionMedianSeconds'
  | 'resolutionP90Seconds'
>

/** The measure of `report_counts` behind each count. */
export const countMeasures: Record<keyof Counts, string> = {
  conversations: 'conversations',
  messages: 'messages',
  aiAnswers: 'ai_answers',
  answeredByAi: 'answered_by_ai',
  answeredByPeople: 'answered_by_people',
  unanswered: 'unanswered',
  suggestionsOffered: 'suggestions_offered',
  suggestionsOpened: 'suggestions_opened',
  suggestionsHelped: 'suggestions_helped',
  handedOver: 'handed_over',
  confirmedResolved: 'confirmed_resolved',
  quiet: 'quiet',
  cameBack: 'came_back',
}

export const overviewDistributions = [
  'hour',
  'rating',
  'first_response',
  'first_response_business',
  'resolution',
]

/** A value and how often it occurs. */
type Occurrence = Pick<DistributionRow, 'value' | 'total'>

export function toSummary(totals: TotalRow[], distributions: DistributionRow[]): ReportSummary {
  const of = (name: string) => distributions.filter(({ measure }) => measure === name)
  return {
    ...toCounts(totals),
    firstResponseMedianSeconds: getPercentile(of('first_response'), 0.5),
    firstResponseP90Seconds: getPercentile(of('first_response'), 0.9),
    firstResponseBusinessMedianSeconds: getPercentile(of('first_response_business'), 0.5),
    firstResponseBusinessP90Seconds: getPercentile(of('first_response_business'), 0.9),
    resolutionMedianSeconds: getPercentile(of('resolution'), 0.5),
    resolutionP90Seconds: getPercentile(of('resolution'), 0.9),
  }
}

/** Counts from the rows of one or several days. */
export function toCounts(rows: TotalRow[]): Counts {
  const totals = new Map<string, number>()
  for (const { measure, total } of rows) totals.set(measure, (totals.get(measure) ?? 0) + total)
  const entries = Object.entries(countMeasures).map(([name, measure]) => [name, totals.get(measure) ?? 0])
  return Object.fromEntries(entries) as Counts
}

/** The smallest value that this share of the occurrences does not exceed (nearest rank); null without occurrences. */
export function getPercentile(occurrences: Occurrence[], share: number): number | null {
  const sorted = occurrences.filter(({ total }) => total > 0).sort((one, other) => one.value - other.value)
  let rest = Math.ceil(share * sorted.reduce((sum, { total }) => sum + total, 0))
  for (const { value, total } of sorted) {
    rest -= total
    if (rest <= 0) return value
  }
  return null
}

/** One entry for each day of the period, in order. */
export function toDays(period: Period, rows: DailyCountRow[]): ReportOverview['days'] {
  const rowsByDay = new Map<string, DailyCountRow[]>()
  for (const row of rows) rowsByDay.set(row.day, [...(rowsByDay.get(row.day) ?? []), row])
  return listDays(period).map((day) => ({ day, ...toCounts(rowsByDay.get(day) ?? []) }))
}

/** Seven lists of 24 numbers, Monday first. */
export function toWeekdayHours(distributions: DistributionRow[]): number[][] {
  const totals = Array.from({ length: 7 * 24 }, () => 0)
  for (const { measure, value, total } of distributions) if (measure === 'hour') totals[value] = total
  return Array.from({ length: 7 }, (_, weekday) => totals.slice(weekday * 24, weekday * 24 + 24))
}

/** How many conversations were rated with 1, 2, 3, 4 and 5. */
export function toRatings(distributions: DistributionRow[]): number[] {
  const ratings = distributions.filter(({ measure }) => measure === 'rating')
  return [1, 2, 3, 4, 5].map((rating) => ratings.find(({ value }) => value === rating)?.total ?? 0)
}
