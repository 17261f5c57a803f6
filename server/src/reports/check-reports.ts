import type { Db } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import {
  type CountDifference,
  compareCounts,
  compareFacts,
  type FactDifference,
  listCompanies,
  listCountedSessions,
} from './recompute-store.ts'
import { refreshFacts } from './refresh-facts.ts'
import {
  compareQuestions,
  compareTopicCounts,
  type QuestionDifference,
  type TopicCountDifference,
} from './topics/recompute-store.ts'

const pageSize = 500

export type ReportCheck = {
  compared: number
  facts: FactDifference[]
  counts: CountDifference[]
  questions: QuestionDifference[]
  topicCounts: TopicCountDifference[]
}

/**
 * Computes what reports count of a company a second time, from all of its messages, and compares. Conversations that change
 * meanwhile are left out.
 */
export async function checkReports(
  db: Pick<Db, 'company' | 'snapshot'>,
  companyId: string,
): Promise<ReportCheck> {
  await refreshFacts(db, companyId, new AbortController().signal)
  const check: ReportCheck = { compared: 0, facts: [], counts: [], questions: [], topicCounts: [] }
  for (let afterId = nilId; ; ) {
    const { ids, compared, differences, questions } = await db.snapshot(companyId, async (sql) => {
      const ids = await listCountedSessions(sql, afterId, pageSize)
      return { ids, ...(await compareFacts(sql, ids)), questions: await compareQuestions(sql, ids) }
    })
    check.compared += compared
    check.facts.push(...differences)
    check.questions.push(...questions)
    const lastId = ids.at(-1)
    if (lastId === undefined || ids.length < pageSize) break
    afterId = lastId
  }
  check.counts = await db.snapshot(companyId, compareCounts)
  check.topicCounts = await db.snapshot(companyId, compareTopicCounts)
  return check
}

/** One line about each company whose reports differ from its messages, and how many conversations of all companies were compared. */
export async function checkAllReports(
  db: Pick<Db, 'company' | 'snapshot' | 'lookup'>,
): Promise<{ compared: number; differences: string[] }> {
  const companies = await db.lookup(listCompanies)
  const differences: string[] = []
  let compared = 0
  for (const { companyId } of companies) {
    const check = await checkReports(db, companyId)
    compared += check.compared
    const words = describe(check)
    if (words.length > 0) differences.push(`company ${companyId}: ${words.join('; ')}`)
  }
  return { compared, differences }
}

function describe(check: ReportCheck): string[] {
  const [fact] = check.facts
  const [count] = check.counts
  const [question] = check.questions
  const [topicCount] = check.topicCounts
  const words: string[] = []
  if (fact) {
    const names = Object.keys({ ...fact.stored, ...fact.recomputed }).filter(
      (name) => JSON.stringify(fact.stored?.[name]) !== JSON.stringify(fact.recomputed?.[name]),
    )
    words.push(
      `conversations that differ: ${check.facts.length}, such as ${fact.sessionId} in ${names.join(', ')}`,
    )
  }
  if (count)
    words.push(
      `sums that differ: ${check.counts.length}, such as ${count.measure} ${formatDifference(count)}`,
    )
  if (question)
    words.push(
      `unanswered questions that differ: ${check.questions.length}, such as ${question.seq} of ${question.sessionId}`,
    )
  if (topicCount)
    words.push(
      `sums of topics that differ: ${check.topicCounts.length}, such as ${topicCount.measure} of ${topicCount.topicId} ${formatDifference(topicCount)}`,
    )
  return words
}

function formatDifference({
  day,
  stored,
  recomputed,
}: {
  day: string
  stored: number
  recomputed: number
}): string {
  return `on ${day}: ${stored}, not ${recomputed}`
}
