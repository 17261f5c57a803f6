import type { Sql } from '../../kit/db/db.ts'
import type { TopicDescription } from './check-description.ts'
import { questionText } from './topic-store.ts'

/** Runs in the lookup scope. */
export function listCompaniesWithTopics(sql: Sql): Promise<{ companyId: string }[]> {
  return sql`select distinct company_id as "companyId" from topics`
}

export type TopicToDescribe = { id: string; projectId: string; questionCount: number }

/**
 * The topic with the most questions that has no description, one of a previous prompt, or one from when it had at most half as many
 * questions. Null when there is none. Topics that are dismissed, merged or were not asked about for 90 days are left out.
 */
export async function findTopicToDescribe(sql: Sql, promptVersion: number): Promise<TopicToDescribe | null> {
  const [topic] = await sql<TopicToDescribe>`
    select t.id, t.project_id as "projectId", c.total as "questionCount"
    from topics t
    cross join lateral (
      select sum(c.total)::int as total, max(c.day) as month from topic_counts c
      where c.topic_id = t.id and c.segment = '*' and c.unit = 'month' and c.total > 0) c
    left join topic_descriptions d on d.topic_id = t.id
    join projects p on p.id = t.project_id and p.deletion_requested_at is null
    where t.status <> 'dismissed' and t.merged_into is null and c.total > 1 and c.month >= date_trunc('month', now() - interval '90 days')
      and (d.topic_id is null or d.next_attempt_at <= now() or d.next_attempt_at is null
        and (c.total >= 2 * d.question_count or d.prompt_version <> ${promptVersion}))
    order by c.total desc, t.id limit 1`
  return topic ?? null
}

/** Of which a description is written. */
const maxQuestions = 12
const maxQuestionLength = 300

/** The newest questions of a topic. */
export function listQuestionsToDescribe(
  sql: Sql,
  topicId: string,
): Promise<{ sessionId: string; text: string }[]> {
  return sql`
    select q.session_id as "sessionId", left(${questionText}, ${maxQuestionLength}) as text
    from (select * from unanswered_questions q where q.topic_id = ${topicId} order by q.asked_at desc limit ${maxQuestions}) q
    left join reply_traces t on t.session_id = q.session_id and t.seq = q.seq
    order by q.asked_at`
}

export type Attempt = {
  companyId: string
  topic: TopicToDescribe
  sessionIds: string[]
  model: string
  promptVersion: number
}

/**
 * Claims a topic, so that other processes do not describe it as well. False when another one has. The next attempt is due after 10 minutes, and
 * twice as long with each further one, up to a week, unless this one succeeds. An earlier description stays until it is replaced.
 */
export async function claimTopic(
  sql: Sql,
  { companyId, topic, sessionIds, model, promptVersion }: Attempt,
): Promise<boolean> {
  const rows = await sql`
    insert into topic_descriptions as d (company_id, project_id, topic_id, session_ids, question_count, model, prompt_version, attempts, next_attempt_at)
    values (${companyId}, ${topic.projectId}, ${topic.id}, ${sessionIds}::uuid[], ${topic.questionCount}, ${model}, ${promptVersion}, 1,
      now() + interval '10 minutes')
    on conflict (topic_id) do update set
      session_ids = case when d.summary is null then excluded.session_ids else d.session_ids || excluded.session_ids end,
      attempts = d.attempts + 1, next_attempt_at = now() + least(interval '10 minutes' * 2 ^ least(d.attempts, 12), interval '7 days')
    where d.next_attempt_at <= now() or d.next_attempt_at is null
      and (excluded.question_count >= 2 * d.question_count or excluded.prompt_version <> d.prompt_version)
    returning 1`
  return rows.length > 0
}

/** Stores what the model wrote, unless one of the conversations was deleted meanwhile. */
export async function saveDescription(
  sql: Sql,
  { topic, sessionIds, model, promptVersion }: Attempt,
  { name, summary }: TopicDescription,
): Promise<void> {
  await sql`
    update topic_descriptions d set name = ${name}, summary = ${summary}, session_ids = ${sessionIds}::uuid[],
      question_count = ${topic.questionCount}, model = ${model}, prompt_version = ${promptVersion}, attempts = 0, next_attempt_at = null,
      created_at = now()
    where d.topic_id = ${topic.id} and not exists (
      select from unnest(${sessionIds}::uuid[]) as s (id)
      where not exists (select from unanswered_questions q where q.session_id = s.id and q.topic_id = d.topic_id))`
}
