import type { AnswerTest } from '@aichat/contracts/answer-tests'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findTest } from './store.ts'

/** Loads the answer test of :testId within its project. */
export function requireAnswerTest({ db }: Pick<App, 'db'>): Guard<AnswerTest> {
  return async (caller, { projectId, testId }) =>
    isId(projectId) && isId(testId)
      ? db.company(caller.companyId, (sql) => findTest(sql, projectId, testId))
      : null
}
