import { isId, type Sql } from '../../kit/db/db.ts'
import { notFound } from '../../kit/http/refusal.ts'
import type { Guard } from '../../kit/http/serve.ts'
import { findTopic, type StoredTopic } from './topic-edit-store.ts'

/** Loads the topic of :topicId. */
export const requireTopic: Guard<StoredTopic> = (sql, { topicId }) =>
  isId(topicId) ? findTopic(sql, topicId) : null

/** The topic and those merged into it. @throws Refusal 404 for an unknown topic */
export async function requireTopicIds(sql: Sql, topicId: string): Promise<string[]> {
  const topic = isId(topicId) ? await findTopic(sql, topicId) : null
  return topic ? [topic.id, ...topic.mergedIds] : notFound()
}
