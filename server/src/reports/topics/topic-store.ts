import part, { raw } from 'sql-template-tag'
import type { Sql } from '../../kit/db/db.ts'
import { createFields, createUnnest, type RowOf } from '../../kit/db/fields.ts'
import type { TermedQuestion } from './group-questions.ts'

export type NewQuestion = { sessionId: string; seq: number; text: string }

/** The words of the question `q`: those of the trace of the reply `t`, or the visitor's last message before it. */
export const questionText = part`
  coalesce(nullif(left(t.trace->>'question', 2000), ''), (
    select left(m.text, 2000) from messages m where m.session_id = q.session_id and m.seq < q.seq and m.sender_kind = 'visitor'
    order by m.seq desc limit 1), '')`

/** The project with the oldest question that has not been compared with others; null when there is none. */
export async function findProjectToGroup(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ projectId: string }>`
    select q.project_id as "projectId" from unanswered_questions q where not q.is_compared order by q.asked_at limit 1`
  return row?.projectId ?? null
}

/** Questions that have not been compared with others, the oldest first. */
export function listNewQuestions(sql: Sql, projectId: string, limit: number): Promise<NewQuestion[]> {
  return sql<NewQuestion>`
    select q.session_id as "sessionId", q.seq, ${questionText} as text
    from unanswered_questions q left join reply_traces t on t.session_id = q.session_id and t.seq = q.seq
    where not q.is_compared and q.project_id = ${projectId} order by q.asked_at, q.session_id, q.seq limit ${limit}`
}

/** Only the most recent topics are compared, by their newest questions, and the newest questions without a topic. */
const maxTopics = 500
const maxPerTopic = 8
const maxSingle = 500

type KnownRow = {
  sessionId: string
  seq: number
  terms: string[]
  generalTerms: string[]
  topicId: string | null
}

/** The questions with which new ones are compared. */
export async function listComparedQuestions(sql: Sql, projectId: string): Promise<TermedQuestion[]> {
  const rows = await sql<KnownRow>`
    with recent as (
      select t.id from topics t cross join lateral (
        select q.asked_at from unanswered_questions q where q.topic_id = t.id order by q.asked_at desc limit 1
      ) last where t.project_id = ${projectId} order by last.asked_at desc limit ${maxTopics}
    )
    select q.session_id as "sessionId", q.seq, q.terms, q.general_terms as "generalTerms", q.topic_id as "topicId"
    from recent r cross join lateral (
      select * from unanswered_questions q where q.topic_id = r.id order by q.asked_at desc limit ${maxPerTopic}
    ) q
    union all (
      select q.session_id, q.seq, q.terms, q.general_terms, null from unanswered_questions q
      where q.project_id = ${projectId} and q.topic_id is null and q.is_compared order by q.asked_at desc limit ${maxSingle}
    )`
  return rows.map(({ sessionId, seq, ...question }) => ({ ...question, key: toKey({ sessionId, seq }) }))
}

export function toKey({ sessionId, seq }: { sessionId: string; seq: number }): string {
  return `${sessionId}:${seq}`
}

const { column } = createFields('q')
const termFields = {
  sessionId: column<string>('session_id', 'uuid'),
  seq: column<number>('seq', 'int'),
  // Arrays of arrays have rows of one length, so each list is JSON.
  terms: column<string[]>('terms', 'jsonb'),
  words: column<string[]>('words', 'jsonb'),
  generalTerms: column<string[]>('general_terms', 'jsonb'),
}
const unnestTerms = createUnnest(termFields, 'n')

/** Stores the words of questions, which are then compared. */
export async function saveTerms(sql: Sql, rows: RowOf<typeof termFields>[]): Promise<void> {
  const toArray = (name: string) => raw(`array(select jsonb_array_elements_text(n.${name}))`)
  await sql`
    update unanswered_questions q set is_compared = true, terms = ${toArray('terms')}, words = ${toArray('words')},
      general_terms = ${toArray('general_terms')}
    from ${unnestTerms(rows)} where q.session_id = n.session_id and q.seq = n.seq`
}

const topicFields = {
  sessionId: column<string>('session_id', 'uuid'),
  seq: column<number>('seq', 'int'),
  topicId: column<string>('topic_id', 'uuid'),
}
const unnestTopics = createUnnest(topicFields, 'n')

/** Gives questions, by key, their topics, and creates those that are new. */
export async function saveTopics(
  sql: Sql,
  { companyId, projectId }: { companyId: string; projectId: string },
  topics: ReadonlyMap<string, string>,
): Promise<void> {
  if (topics.size === 0) return
  const rows = [...topics].map(([key, topicId]) => {
    const [sessionId = '', seq] = key.split(':')
    return { sessionId, seq: Number(seq), topicId }
  })
  await sql`
    insert into topics (company_id, project_id, id)
    select ${companyId}, ${projectId}, n.id from unnest(${[...new Set(topics.values())]}::uuid[]) as n (id)
    on conflict (id) do nothing`
  await sql`
    update unanswered_questions q set topic_id = n.topic_id
    from ${unnestTopics(rows)} where q.session_id = n.session_id and q.seq = n.seq`
}

/** Deletes topics whose last question was deleted. */
export async function deleteEmptyTopics(sql: Sql, projectId: string): Promise<void> {
  await sql`
    delete from topics t where t.project_id = ${projectId}
      and not exists (select from unanswered_questions q where q.topic_id = t.id)
      and not exists (select from topics merged where t.id in (merged.merged_into, merged.counted_in))`
}
