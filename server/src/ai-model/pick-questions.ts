import { listAskedQuestions } from '../answer-tests/question-store.ts'
import { listTests } from '../answer-tests/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { findLargestProject, listTitles } from './store.ts'

export type CompanyQuestions = { projectId: string; questions: string[] }

const maxQuestions = 3

/**
 * Questions of the project with the most knowledge: its answer tests, what visitors asked last, and the titles of its texts. Null
 * when no project has knowledge.
 */
export async function pickQuestions(sql: Sql): Promise<CompanyQuestions | null> {
  const projectId = await findLargestProject(sql)
  if (!projectId) return null
  const tests = (await listTests(sql, projectId)).map(({ question }) => question)
  const asked = (await listAskedQuestions(sql, projectId)).map(({ question }) => question)
  const titles = (await listTitles(sql, projectId, maxQuestions)).map(({ text, isQuestion }) =>
    isQuestion ? text : `What should I know about “${text}”?`,
  )
  const questions = new Set([...tests, ...asked, ...titles])
  return { projectId, questions: [...questions].slice(0, maxQuestions) }
}
