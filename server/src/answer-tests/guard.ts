import type { AnswerTest } from '@aichat/contracts/answer-tests'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findTest } from './store.ts'
import { findSuggestionHashes } from './test-suggestions.ts'
import { findQuestionHashes } from './unanswered-questions.ts'

/** Loads the answer test of :testId within its project. */
export function requireAnswerTest({ db }: Pick<App, 'db'>): Guard<AnswerTest> {
  return async (caller, { projectId, testId }) =>
    isId(projectId) && isId(testId)
      ? db.company(caller.companyId, (sql) => findTest(sql, projectId, testId))
      : null
}

/** Loads the group of unanswered or suggested questions that :questionId is in, within its project. */
export function requireQuestion({ db }: Pick<App, 'db'>): Guard<{ hashes: string[] }> {
  return async (caller, { projectId, questionId = '' }) => {
    if (!isId(projectId)) return null
    const hashes = await db.company(caller.companyId, async (sql) => {
      const unanswered = await findQuestionHashes(sql, projectId, questionId)
      return unanswered.length > 0 ? unanswered : findSuggestionHashes(sql, projectId, questionId)
    })
    return hashes.length > 0 ? { hashes } : null
  }
}
