import { listAskedQuestions } from '../answer-tests/question-store.ts'
import { listTests } from '../answer-tests/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { listTopics } from '../knowledge/topic-store.ts'
import { askAbout } from '../replies/question/ask-about.ts'
import { findLargestProject } from './store.ts'

export type CompanyQuestions = { projectId: string; questions: string[] }

const maxQuestions = 3

/**
 * Questions of the project with the most knowledge: its answer tests, what visitors asked last, and the topics of its texts. Null
 * when no project has knowledge.
 */
export async function pickQuestions(sql: Sql): Promise<CompanyQuestions | null> {
  const projectId = await findLargestProject(sql)
  if (!projectId) return null
  const tests = (await listTests(sql, projectId)).map(({ question }) => question)
  const asked = (await listAskedQuestions(sql, projectId)).map(({ question }) => question)
  const topics = (await listTopics(sql, projectId, maxQuestions)).map(askAbout)
  const questions = new Set([...tests, ...asked, ...topics])
  return { projectId, questions: [...questions].slice(0, maxQuestions) }
}
