import type { AnswerTest } from '@aichat/contracts/ai/answer-tests'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findTest } from './store.ts'
import { findSuggestionHashes } from './test-suggestions.ts'
import { findQuestionHashes } from './unanswered-questions.ts'

/** Loads the answer test of :testId within its project. */
export const requireAnswerTest: Guard<AnswerTest> = (sql, { projectId, testId }) =>
  isId(projectId) && isId(testId) ? findTest(sql, projectId, testId) : null

/** Loads the group of unanswered or suggested questions that :questionId is in, within its project. */
export const requireQuestion: Guard<{ hashes: string[] }> = async (sql, { projectId, questionId = '' }) => {
  if (!isId(projectId)) return null
  const unanswered = await findQuestionHashes(sql, projectId, questionId)
  const hashes = unanswered.length > 0 ? unanswered : await findSuggestionHashes(sql, projectId, questionId)
  return hashes.length > 0 ? { hashes } : null
}
