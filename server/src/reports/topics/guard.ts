import { isId } from '../../kit/db/db.ts'
import type { Guard } from '../../kit/http/serve.ts'
import { findTopic, type StoredTopic } from './topic-edit-store.ts'

/** Loads the topic of :topicId. */
export const requireTopic: Guard<StoredTopic> = (sql, { topicId }) =>
  isId(topicId) ? findTopic(sql, topicId) : null
