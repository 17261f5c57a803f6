import type { ReportHeader } from '@aichat/contracts/company/reports'
import {
  type ReportGaps,
  type Topic,
  type TopicOrder,
  type TopicStatus,
  topicLimits,
} from '@aichat/contracts/company/topics'
import { truncateText } from '@aichat/contracts/kit/text'
import type { Sql } from '../../kit/db/db.ts'
import { nilId } from '../../kit/db/ids.ts'
import { maskPersonalData } from '../../replies/model/mask-secrets.ts'
import { getPrevious } from '../period.ts'
import type { ReportFilter } from '../report-store.ts'
import {
  countSince,
  listNewestQuestions,
  listTexts,
  listTopics,
  listTrend,
  sumByTopic,
  type TopicRow,
  type TopicSum,
  type TopicWords,
} from './gap-store.ts'
import { type Background, countTerms, listNamingTerms, nameTopic } from './name-topic.ts'
import { toKey } from './topic-store.ts'

/** Without a status, topics of all statuses are listed. */
export type GapOptions = { status: TopicStatus | undefined; sort: TopicOrder; limit: number }

/** The topics of unanswered questions of a period that has `days` days. */
export async function loadGaps(
  sql: Sql,
  filter: ReportFilter,
  { days, ...options }: GapOptions & { days: number },
): Promise<Omit<ReportGaps, keyof ReportHeader>> {
  const sums = await sumByTopic(sql, filter, getPrevious(filter, days))
  const single = sums.find(({ id }) => id === nilId)
  const topics = sums.filter(({ id }) => id !== nilId)
  const asked = topics.filter(({ questions }) => questions > 0)
  const listed = options.sort === 'handedOver' ? topics.filter(({ handedOver }) => handedOver > 0) : asked
  const trendDays = getTrendDays(days)
  return {
    questions: sum(sums, ({ questions }) => questions),
    singleQuestions: single?.questions ?? 0,
    previousQuestions: sum(sums, ({ previousQuestions }) => previousQuestions),
    previousSingleQuestions: single?.previousQuestions ?? 0,
    statuses: countStatuses(asked),
    trendDays,
    topics: await describeTopics(sql, selectTopics(listed, options), {
      ...filter,
      days,
      trendDays: options.sort === 'handedOver' ? null : trendDays,
    }),
  }
}

/** The name that the report gives a topic among those with the most conversations handed over; null for one that is not among them. */
export async function findTopicName(
  sql: Sql,
  filter: ReportFilter,
  { days, topicId }: { days: number; topicId: string },
): Promise<string | null> {
  const order = { status: undefined, sort: 'handedOver', limit: topicLimits.topics } as const
  const { topics } = await loadGaps(sql, filter, { ...order, days })
  return topics.find(({ id }) => id === topicId)?.name ?? null
}

function sum<Item>(items: Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0)
}

function countStatuses(sums: TopicSum[]): Record<TopicStatus, number> {
  const statuses = { open: 0, answered: 0, dismissed: 0 }
  for (const { status } of sums) if (status) statuses[status]++
  return statuses
}

/** The first topics in the order of the report. */
function selectTopics(sums: TopicSum[], { status, sort, limit }: GapOptions): TopicSum[] {
  const orders: Record<TopicOrder, (topic: TopicSum) => number> = {
    questions: ({ questions }) => questions,
    increase: ({ questions, previousQuestions }) => questions - previousQuestions,
    handedOver: ({ handedOver }) => handedOver,
  }
  const order = orders[sort]
  return sums
    .filter((topic) => status === undefined || topic.status === status)
    .sort(
      (one, other) =>
        order(other) - order(one) || other.questions - one.questions || (one.id < other.id ? -1 : 1),
    )
    .slice(0, limit)
}

/** So that a trend has at most about 30 steps. */
function getTrendDays(days: number): number {
  if (days <= 31) return 1
  return days <= 217 ? 7 : 28
}

/** The name of a topic without a word in the period. */
const untitled = 'Untitled topic'

/** Without `trendDays`, the trends are empty. */
type TrendFilter = ReportFilter & { days: number; trendDays: number | null }

async function describeTopics(sql: Sql, sums: TopicSum[], filter: TrendFilter): Promise<Topic[]> {
  const counted = new Map(sums.map((one) => [one.id, one]))
  const rows = await listTopics(
    sql,
    sums.map(({ id }) => id),
  )
  const ids = rows.flatMap((row) => row.ids)
  const newest = groupByTopic(await listNewestQuestions(sql, filter, ids))
  const background = createBackground([...newest.values()].flat())
  const name = (topicIds: string[]) =>
    nameTopic(
      topicIds.flatMap((id) => newest.get(id) ?? []),
      background,
    )
  const examples = new Map(
    rows.map((row) => [
      row.id,
      findExample(
        row.ids.flatMap((id) => newest.get(id) ?? []),
        background,
      ),
    ]),
  )
  const texts = await loadTexts(sql, [...examples.values()])
  const { days, trendDays } = filter
  const trend = groupByTopic(trendDays ? await listTrend(sql, filter, { topicIds: ids, trendDays }) : [])
  const since = await loadSince(sql, rows)
  return rows.map(({ ids: ownIds, writtenName, ...row }) => {
    const example = examples.get(row.id)
    const question = maskPersonalData((example && texts.get(toKey(example))) ?? '')
    const times = ownIds.flatMap((id) => newest.get(id) ?? []).map(({ askedAt }) => askedAt)
    return {
      ...row,
      questions: counted.get(row.id)?.questions ?? 0,
      previousQuestions: counted.get(row.id)?.previousQuestions ?? 0,
      handedOver: counted.get(row.id)?.handedOver ?? 0,
      previousHandedOver: counted.get(row.id)?.previousHandedOver ?? 0,
      // Of its own questions, so that a merge does not change it. A question of function words alone has no term.
      name:
        row.name ??
        writtenName ??
        (name([row.id]) || name(ownIds) || truncateText(question, topicLimits.name) || untitled),
      isNamed: row.name !== null,
      questionsSince: since.get(row.id) ?? 0,
      lastAskedAt: times.toSorted().at(-1) ?? row.statusAt,
      example: question,
      trend: sumSteps(
        ownIds.flatMap((id) => trend.get(id) ?? []),
        trendDays ? Math.ceil(days / trendDays) : 0,
      ),
      merged: row.merged.map((merged) => ({
        id: merged.id,
        name: merged.name ?? merged.writtenName ?? (name([merged.id]) || untitled),
      })),
    }
  })
}

function groupByTopic<Row extends { topicId: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.topicId)
    if (group) group.push(row)
    else groups.set(row.topicId, [row])
  }
  return groups
}

function createBackground(questions: TopicWords[]): Background {
  return { counts: countTerms(questions), total: questions.length }
}

/** The question with the most of the words that name the topic; of several, the one with the fewest others. */
function findExample(questions: TopicWords[], background: Background): TopicWords | undefined {
  const naming = listNamingTerms(questions, background)
  const rated = questions.map((question) => ({
    question,
    shared: naming.filter((term) => question.terms.includes(term)).length,
  }))
  return rated.toSorted(
    (one, other) => other.shared - one.shared || one.question.terms.length - other.question.terms.length,
  )[0]?.question
}

async function loadTexts(sql: Sql, examples: (TopicWords | undefined)[]): Promise<Map<string, string>> {
  const texts = await listTexts(
    sql,
    examples.filter((example) => example !== undefined),
  )
  return new Map(texts.map(({ text, ...question }) => [toKey(question), text]))
}

async function loadSince(sql: Sql, rows: TopicRow[]): Promise<Map<string, number>> {
  const counted = await countSince(
    sql,
    rows.flatMap(({ ids, statusAt }) => ids.map((id) => ({ id, since: statusAt }))),
  )
  const questions = new Map(counted.map((one) => [one.topicId, one.questions]))
  return new Map(
    rows.map(({ id, ids }) => [id, ids.reduce((sum, topicId) => sum + (questions.get(topicId) ?? 0), 0)]),
  )
}

function sumSteps(trend: { step: number; total: number }[], length: number): number[] {
  const steps = Array.from({ length }, () => 0)
  for (const { step, total } of trend) steps[step] = (steps[step] ?? 0) + total
  return steps.toReversed()
}
