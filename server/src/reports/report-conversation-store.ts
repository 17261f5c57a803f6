import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'
import {
  type AgentMeasure,
  type ConversationMeasure,
  conversationMeasures,
  type ReportConversation,
  type SourceMeasure,
} from '@aichat/contracts/company/reports'
import part, { empty, raw, type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { countMeasures } from './overview.ts'
import { countSource, listDistributions, listTotals, type ReportFilter } from './report-store.ts'
import { countTopics } from './topics/gap-store.ts'

/** Conversations behind a number of a report. */
export type ConversationGroup =
  | { measure: ConversationMeasure }
  | { rating: number }
  | { handoverReason: HandoverReason }
  /** First handed over because of a question of these topics. */
  | { topicIds: string[] }
  | { agentId: string; agentMeasure: AgentMeasure }
  | { sourceId: string; sourceMeasure: SourceMeasure }

/** The number that the report shows for the group. */
export async function countConversations(
  sql: Sql,
  filter: ReportFilter,
  group: ConversationGroup,
): Promise<number> {
  if ('rating' in group) {
    const ratings = await listDistributions(sql, filter, ['rating'])
    return ratings.find(({ value }) => value === group.rating)?.total ?? 0
  }
  if ('sourceId' in group) return countSource(sql, filter, group)
  if ('topicIds' in group) return (await countTopics(sql, filter, group.topicIds)).handedOver
  if ('agentId' in group && group.agentMeasure !== 'replied') {
    const measured = await listDistributions(sql, filter, [toMeasure(group)])
    return measured.reduce((sum, { total }) => sum + total, 0)
  }
  const [counted] = await listTotals(sql, filter, [toMeasure(group)])
  return counted?.total ?? 0
}

/** The name of the agent or the title of the source; null for other groups, and when it was removed. */
export async function findGroupName(sql: Sql, group: ConversationGroup): Promise<string | null> {
  if ('agentId' in group) {
    const [agent] = await sql<{ name: string }>`select name from users where id = ${group.agentId}`
    return agent?.name ?? null
  }
  if (!('sourceId' in group)) return null
  const [source] = await sql<{ title: string }>`
    select title from knowledge_items where id = ${group.sourceId}
    union all select question from faqs where id = ${group.sourceId}`
  return source?.title ?? null
}

const agentCounts: Record<AgentMeasure, string> = {
  replied: 'conversations',
  firstResponse: 'first_response',
  rated: 'rating',
}

function toMeasure(
  group: Exclude<ConversationGroup, { rating: number } | { sourceId: string } | { topicIds: string[] }>,
): string {
  if ('measure' in group) return countMeasures[group.measure]
  if ('handoverReason' in group) return `handed_over_${group.handoverReason}`
  return `agent_${agentCounts[group.agentMeasure]}_${group.agentId}`
}

const sourceFields: Record<SourceMeasure, string> = {
  cited: 'isCited',
  suggested: 'isSuggested',
  unhelpful: 'isUnhelpful',
}

function isInGroup({ from, to }: ReportFilter, group: ConversationGroup): Statement {
  if ('measure' in group) return raw(conditions[group.measure])
  if ('rating' in group) return part`f.rating = ${group.rating}`
  if ('handoverReason' in group) return part`f.handover_reason = ${group.handoverReason}`
  if ('topicIds' in group)
    return part`(f.session_id, f.first_seq) in (
      select q.session_id, q.handed_over_seq from unanswered_questions q
      where q.topic_id = any(${group.topicIds}::uuid[]) and q.handed_over_day between ${from}::date and ${to}::date)`
  if ('sourceId' in group) {
    const source = { id: group.sourceId, [sourceFields[group.sourceMeasure]]: true }
    return part`f.sources @> ${JSON.stringify([source])}::jsonb`
  }
  const { agentId, agentMeasure } = group
  if (agentMeasure === 'firstResponse') return part`f.first_responder_id = ${agentId}`
  const hasReplied = part`f.agents @> ${JSON.stringify([{ id: agentId }])}::jsonb`
  return agentMeasure === 'rated' ? part`${hasReplied} and f.rating is not null` : hasReplied
}

/** The conversations that each measure counts; update_report_counts.sql counts the same ones. */
const conditions: Record<ConversationMeasure, string> = {
  conversations: 'true',
  answeredByAi: 'f.ai_answers > 0',
  answeredByPeople: 'f.first_responder_id is not null',
  unanswered: 'f.is_unanswered',
  suggestionsOffered: 'f.has_suggestions',
  suggestionsOpened: 'f.suggestions_opened',
  suggestionsHelped: 'f.suggestions_helped',
  handedOver: 'f.handover_reason is not null',
  confirmedResolved: 'f.is_confirmed',
  quiet: 'f.is_quiet',
  cameBack: 'f.came_back',
}

const measureList = raw(
  conversationMeasures.map((measure) => `case when ${conditions[measure]} then '${measure}' end`).join(', '),
)

type ConversationQuery = { cursor?: string | undefined; limit: number }
export type ConversationRow = ReportConversation & { cursor: string }

/** The conversations of a group, the newest first. `cursor` is the position of a row. */
export async function listConversations(
  sql: Sql,
  filter: ReportFilter,
  group: ConversationGroup,
  { cursor = '', limit }: ConversationQuery,
): Promise<ConversationRow[]> {
  const [micros = '', sessionId = ''] = cursor.split('_')
  const isCursor = /^\d{1,16}$/.test(micros) && /^[0-9a-f-]{36}$/.test(sessionId)
  return sql<ConversationRow>`
    select f.session_id as "sessionId", f.first_seq as "firstSeq",
      jsonb_build_object('id', p.id, 'name', p.name) as project, d.visitor_name as "visitorName",
      f.started_at as "startedAt", coalesce((
        select m.text from messages m where m.session_id = f.session_id and m.sender_kind = 'visitor'
          and m.seq >= f.first_seq and m.created_at <= f.started_at + interval '72 hours' order by m.seq limit 1
      ), '') as question,
      array_remove(array[${measureList}], null) as measures, f.cursor,
      case when f.rating is not null then (
        select m.meta->'feedback' from messages m where m.session_id = f.session_id and m.seq >= f.first_seq
          and m.sender_kind = 'system' and m.meta->>'kind' = 'feedback' and m.seq < coalesce((
            select min(n.first_seq) from session_facts n where n.session_id = f.session_id and n.first_seq > f.first_seq
          ), m.seq + 1)
        order by m.seq desc limit 1
      ) end as rating
    from (
      select f.*, (extract(epoch from f.started_at) * 1000000)::bigint || '_' || f.session_id as cursor
      from session_facts f
      where ${isListed(filter)} and ${isInGroup(filter, group)} ${
        isCursor
          ? part`and (f.started_at, f.session_id) < (
        timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${sessionId}::uuid)`
          : empty
      }
      order by f.started_at desc, f.session_id desc limit ${limit}
    ) f join sessions d on d.id = f.session_id join projects p on p.id = f.project_id
    order by f.started_at desc, f.session_id desc`
}

/**
 * Whether a row belongs to the list. The times, at least a day around the period, let PostgreSQL read an index in the list's order, and
 * session_labels, unlike label_ids, has an index by label.
 */
function isListed({ from, to, projectId, deletedProjectIds, language, labelId }: ReportFilter): Statement {
  return part`
    f.day between ${from}::date and ${to}::date
    and f.started_at between ${`${from}T00:00:00Z`}::timestamptz - interval '1 day' and ${`${to}T00:00:00Z`}::timestamptz + interval '2 days'
    ${projectId === undefined ? part`and f.project_id <> all(${deletedProjectIds}::uuid[])` : part`and f.project_id = ${projectId}`}
    ${language === undefined ? empty : part`and f.language = ${language}`}
    ${labelId === undefined ? empty : part`and f.session_id in (select l.session_id from session_labels l where l.label_id = ${labelId})`}`
}
