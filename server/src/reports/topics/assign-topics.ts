import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import type { Sql } from '../../kit/db/db.ts'
import { newId } from '../../kit/db/ids.ts'
import { listSearchLanguages } from '../../replies/search/find-passages.ts'
import { tryLockFacts } from '../facts-store.ts'
import { groupQuestions } from './group-questions.ts'
import { readTerms } from './read-terms.ts'
import type { QuestionTerms } from './terms.ts'
import {
  deleteEmptyTopics,
  findProjectToGroup,
  listComparedQuestions,
  listNewQuestions,
  saveTerms,
  saveTopics,
  toKey,
} from './topic-store.ts'

/** Comparing this many questions blocks other events for about 50 ms. */
const batchSize = 100
const noTerms: QuestionTerms = { terms: [], words: [], generalTerms: [] }
/** Between attempts while another process works. */
const pauseMs = 50

/**
 * Gives the new unanswered questions of a company their topics, in batches, each a transaction. Returns false when questions remain,
 * because the signal was aborted.
 */
export async function assignTopics(
  db: Pick<App['db'], 'company'>,
  companyId: string,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const state = await db.company(companyId, (sql) => assignBatch(sql, companyId))
    if (state === 'done') return true
    if (state === 'locked') await sleep(pauseMs)
  }
  return false
}

async function assignBatch(sql: Sql, companyId: string): Promise<'done' | 'continue' | 'locked'> {
  if ((await findProjectToGroup(sql)) === null) return 'done'
  // Facts and topics change the same sums.
  if (!(await tryLockFacts(sql, companyId))) return 'locked'
  const projectId = await findProjectToGroup(sql)
  if (projectId === null) return 'done'
  const added = await listNewQuestions(sql, projectId, batchSize)
  const configs = await listSearchLanguages(sql, { projectId, isDraft: true })
  const texts = added.map(({ text }) => text)
  const { terms, listSynonyms } = await readTerms(sql, texts, configs)
  const questions = added.map(({ sessionId, seq }, index) => ({
    sessionId,
    seq,
    ...(terms[index] ?? noTerms),
  }))
  const known = await listComparedQuestions(sql, projectId)
  await saveTerms(sql, questions)
  const topics = groupQuestions(
    known,
    questions.map((question) => ({ ...question, key: toKey(question), topicId: null })),
    {
      listSynonyms,
      createTopicId: newId,
    },
  )
  await saveTopics(sql, { companyId, projectId }, topics)
  await deleteEmptyTopics(sql, projectId)
  return 'continue'
}
