import type { Sql } from '../kit/db/db.ts'
import { lockState, needsReview, publishAnswers } from '../releases/answer-state-store.ts'
import { storeOutcome } from './store.ts'

/**
 * Stores the result of a finished run for the draft. In automatic mode, a draft that has not changed since and whose tests all passed
 * goes live. A run without a test that was added or changed meanwhile is ignored.
 */
export async function applyRun(sql: Sql, projectId: string, runId: string): Promise<void> {
  await lockState(sql, projectId)
  await storeOutcome(sql, projectId, runId)
  await publishPassed(sql, projectId)
}

/**
 * Makes the draft live in automatic mode, unless its tests failed or have not run, or it waits for a publish or a review. Returns
 * whether it did.
 */
export async function publishPassed(sql: Sql, projectId: string): Promise<boolean> {
  const state = await lockState(sql, projectId)
  const { mode, hasTests, isTested, failedTests, awaitsPublish, changes } = state
  const hasPassed = !hasTests || (isTested && failedTests.length === 0)
  const isWaiting = awaitsPublish || needsReview(state)
  if (mode === 'manual' || !hasPassed || isWaiting || changes === 0) return false
  await publishAnswers(sql, projectId)
  return true
}
