import { handoverReasons } from '@aichat/contracts/ai/reply-traces'
import type { ReportAi, ReportHeader } from '@aichat/contracts/company/reports'
import type { Sql } from '../kit/db/db.ts'
import { getPercentile, toCounts, toDays } from './overview.ts'
import { getPrevious } from './period.ts'
import {
  type DistributionRow,
  listDailyCounts,
  listDistributions,
  listTotals,
  type ReportFilter,
  type TotalRow,
} from './report-store.ts'

const measures = [
  'conversations',
  'ai_answers',
  'answered_by_ai',
  'suggestions_offered',
  'suggestions_opened',
  'suggestions_helped',
  'handed_over',
  ...handoverReasons.map((reason) => `handed_over_${reason}`),
]

/** What the AI did in conversations of a period, and of as many days before it. */
export async function loadAi(
  sql: Sql,
  filter: ReportFilter,
  days: number,
): Promise<Omit<ReportAi, keyof ReportHeader>> {
  const previous = getPrevious(filter, days)
  const daily = await listDailyCounts(sql, filter, measures)
  const load = (period: ReportFilter) => listDistributions(sql, period, ['first_ai_reply'])
  return {
    ...summarize(daily, await load(filter)),
    previous: summarize(await listTotals(sql, previous, measures), await load(previous)),
    days: toDays(filter, daily).map(
      ({ day, conversations, answeredByAi, suggestionsOffered, handedOver }) => ({
        day,
        conversations,
        answeredByAi,
        suggestionsOffered,
        handedOver,
      }),
    ),
  }
}

function summarize(totals: TotalRow[], firstReplies: DistributionRow[]): ReportAi['previous'] {
  const { conversations, aiAnswers, answeredByAi, handedOver, ...counts } = toCounts(totals)
  return {
    conversations,
    aiAnswers,
    answeredByAi,
    suggestionsOffered: counts.suggestionsOffered,
    suggestionsOpened: counts.suggestionsOpened,
    suggestionsHelped: counts.suggestionsHelped,
    handedOver,
    firstReplyMedianSeconds: getPercentile(firstReplies, 0.5),
    firstReplyP90Seconds: getPercentile(firstReplies, 0.9),
    handoverReasons: countReasons(totals),
  }
}

function countReasons(totals: TotalRow[]): ReportAi['handoverReasons'] {
  return handoverReasons
    .map((reason) => {
      const rows = totals.filter(({ measure }) => measure === `handed_over_${reason}`)
      return { reason, conversations: rows.reduce((sum, { total }) => sum + total, 0) }
    })
    .filter(({ conversations }) => conversations > 0)
    .sort((one, other) => other.conversations - one.conversations)
}
