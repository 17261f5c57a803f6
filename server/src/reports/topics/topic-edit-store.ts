import type { TopicStatus } from '@aichat/contracts/company/topics'
import type { Sql } from '../../kit/db/db.ts'

export type StoredTopic = {
  id: string
  projectId: string
  status: TopicStatus
  isMerged: boolean
  /** Other topics whose questions count for it. */
  mergedIds: string[]
}

/** A topic of a project that is not being deleted. Merged topics are found by their own id. */
export async function findTopic(sql: Sql, topicId: string): Promise<StoredTopic | null> {
  const [topic] = await sql<StoredTopic>`
    select t.id, t.project_id as "projectId", t.status,
      t.merged_into is not null as "isMerged",
      array(select merged.id from topics merged where merged.counted_in = t.id) as "mergedIds"
    from topics t join projects p on p.id = t.project_id
    where t.id = ${topicId} and p.deletion_requested_at is null`
  return topic ?? null
}

export async function renameTopic(sql: Sql, topicId: string, name: string | null): Promise<void> {
  await sql`update topics set name = ${name} where id = ${topicId}`
}

export async function setTopicStatus(sql: Sql, topicId: string, status: TopicStatus): Promise<void> {
  await sql`update topics set status = ${status}, status_at = now() where id = ${topicId}`
}

/** Topics that were merged into this one before follow it. */
export async function mergeTopic(sql: Sql, topicId: string, intoId: string): Promise<void> {
  await sql`
    update topics set counted_in = ${intoId}, merged_into = case when id = ${topicId} then ${intoId} else merged_into end
    where id = ${topicId} or counted_in = ${topicId}`
}

/** Topics that were merged into this one before stay merged into it. */
export async function unmergeTopic(sql: Sql, topicId: string): Promise<void> {
  await sql`
    with recursive separated as (
      select id from topics where id = ${topicId}
      union all
      select t.id from topics t join separated s on t.merged_into = s.id
    )
    update topics t set counted_in = nullif(${topicId}::uuid, t.id), merged_into = case when t.id = ${topicId} then null else t.merged_into end
    where t.id in (select id from separated)`
}

export type SingleQuestion = { sessionId: string; seq: number; projectId: string }

/** A question without a topic, in a project that is not being deleted. */
export async function findSingleQuestion(
  sql: Sql,
  { sessionId, seq }: { sessionId: string; seq: number },
): Promise<SingleQuestion | null> {
  const [question] = await sql<SingleQuestion>`
    select q.session_id as "sessionId", q.seq, q.project_id as "projectId"
    from unanswered_questions q join projects p on p.id = q.project_id
    where q.session_id = ${sessionId} and q.seq = ${seq} and q.topic_id is null and p.deletion_requested_at is null
    for update of q`
  return question ?? null
}

/** Concurrent merges of a project wait for each other, so that no topic is merged into a merged one. */
export async function lockTopics(sql: Sql, projectId: string): Promise<void> {
  await sql`select from topics where project_id = ${projectId} order by id for update`
}
