import type { ConversationMeasure } from '@aichat/contracts/company/reports'
import type { Period } from '../kit/days.ts'

/** From this number of cases on, a share is shown without an interval. */
export const minCasesWithoutInterval = 200

const z = 1.96

/**
 * The 95% confidence interval of a share (Wilson score), both ends between 0 and 1. Null when there are enough cases for the
 * share alone, or none. Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927).
 */
export function getInterval(count: number, cases: number): [number, number] | null {
  if (cases === 0 || cases >= minCasesWithoutInterval) return null
  const share = count / cases
  const scale = 1 + z ** 2 / cases
  const center = (share + z ** 2 / (2 * cases)) / scale
  const margin = (z / scale) * Math.sqrt((share * (1 - share)) / cases + z ** 2 / (4 * cases ** 2))
  return [Math.max(0, center - margin), Math.min(1, center + margin)]
}

/** A report that counts these measures. */
export type CountedReport<Measure extends ConversationMeasure> = Period &
  Record<Measure | 'conversations', number> & { previous: Record<Measure | 'conversations', number> }

/** A number of the period before, and what its share is of. */
export type Before = { count: number; cases: number }

/**
 * The number of the period before. Undefined where that period has no conversations, and for a single day: today is not over, and
 * the day before it was another weekday.
 */
export function getBefore<Measure extends ConversationMeasure>(
  report: CountedReport<Measure>,
  measure: Measure,
  whole: Measure | 'conversations' = 'conversations',
): Before | undefined {
  const { previous } = report
  if (previous.conversations === 0 || report.from === report.to) return undefined
  return { count: previous[measure], cases: previous[whole] }
}

const maxDailyBars = 92

/** Joins days to weeks where a chart could not show them: the last bar ends with the period, the first one may be shorter. */
export function groupDays<Day extends { day: string }>(days: readonly Day[]): (Period & { days: Day[] })[] {
  const size = days.length > maxDailyBars ? 7 : 1
  const groups: Day[][] = []
  for (let end = days.length; end > 0; end -= size) groups.unshift(days.slice(Math.max(0, end - size), end))
  return groups.map((group) => ({ from: group[0]?.day ?? '', to: group.at(-1)?.day ?? '', days: group }))
}
