import type { AnswerMode, AnswerState, AnswerStatus, FailingTest } from '@aichat/contracts/ai/answer-sets'
import type { Sql } from '../kit/db/db.ts'
import { lockAnswers } from '../knowledge/answers-store.ts'
import { getLiveRelease } from './answer-set-store.ts'

/** `changes` is the number of entries that differ between the draft and the live answers. */
export type StoredState = {
  mode: AnswerMode
  isPublished: boolean
  hasTests: boolean
  isTested: boolean
  failedTests: string[]
  awaitsPublish: boolean
  requiresReview: boolean
  /** Whether a person has reviewed a comparison of the current draft with the current live answers. */
  isReviewed: boolean
  changes: number
}

export async function findState(sql: Sql, projectId: string): Promise<StoredState> {
  const [state] = await sql<StoredState>`
    select s.mode, p.is_published as "isPublished", s.failed_tests as "failedTests", s.awaits_publish as "awaitsPublish",
      s.requires_review as "requiresReview",
      exists (select from replays r where r.project_id = p.id and r.reviewed_at is not null
        and r.draft_change = s.draft_change and r.revision = s.revision) as "isReviewed",
      exists (select from answer_tests t where t.project_id = p.id) as "hasTests",
      s.tested_change is not distinct from s.draft_change as "isTested",
      (select count(distinct (a.kind, a.entry_id))::int from answer_entries a
        where a.project_id = p.id and a.is_draft <> a.is_live) as changes
    from answer_states s join projects p on p.id = s.project_id where s.project_id = ${projectId}`
  if (!state) throw new Error('Each project has a row of answer states')
  return state
}

/** Locks the state until the end of the transaction, so that the draft does not change meanwhile. */
export async function lockState(sql: Sql, projectId: string): Promise<StoredState> {
  await lockAnswers(sql, projectId)
  return findState(sql, projectId)
}

/** Whether the changes have to be reviewed before they go live. A first publish is never held. */
export function needsReview({ changes, isPublished, requiresReview, isReviewed }: StoredState): boolean {
  return changes > 0 && isPublished && requiresReview && !isReviewed
}

function toStatus(state: StoredState): AnswerStatus {
  const { changes, isPublished, mode, hasTests, isTested, failedTests, awaitsPublish } = state
  if (changes === 0 || !isPublished) return 'live'
  if (hasTests && !isTested) return 'testing'
  if (failedTests.length > 0) return 'held'
  return mode === 'manual' || awaitsPublish || needsReview(state) ? 'waiting' : 'testing'
}

export async function getAnswerState(sql: Sql, projectId: string): Promise<AnswerState> {
  const state = await findState(sql, projectId)
  return {
    mode: state.mode,
    requiresReview: state.requiresReview,
    needsReview: needsReview(state),
    status: toStatus(state),
    changes: state.isPublished ? state.changes : 0,
    failing: await listFailingTests(sql, projectId, state.failedTests),
    live: await getLiveRelease(sql, projectId),
  }
}

function listFailingTests(sql: Sql, projectId: string, testIds: string[]): Promise<FailingTest[]> {
  return sql<FailingTest>`
    select t.id as "testId", t.question, r.problems, r.answer, r.live_answer as "liveAnswer"
    from answer_tests t cross join lateral (
      select * from answer_test_results where test_id = t.id order by created_at desc limit 1
    ) r
    where t.project_id = ${projectId} and t.id = any(${testIds}::uuid[]) and not r.is_passed
    order by r.previously_passed desc nulls last, t.created_at, t.id`
}

export type AnswerSettings = { mode: AnswerMode; requiresReview: boolean }

/**
 * Stores the settings. In automatic mode, changes that wait for nothing else go live as soon as their tests pass, or at once without
 * tests.
 */
export async function updateSettings(
  sql: Sql,
  projectId: string,
  { mode, requiresReview }: AnswerSettings,
): Promise<void> {
  await lockState(sql, projectId)
  await sql`
    update answer_states set mode = ${mode}, requires_review = ${requiresReview} where project_id = ${projectId}`
  const state = await findState(sql, projectId)
  if (mode === 'manual' || needsReview(state)) return
  if (state.hasTests) await requestTestRun(sql, projectId)
  else if (!state.awaitsPublish) await publishAnswers(sql, projectId)
}

/** Notes that the draft was not tested with the current tests, and makes them due where changes depend on it. */
export async function requestTestRun(sql: Sql, projectId: string): Promise<void> {
  await sql`
    update answer_states s set tested_change = null,
      due_at = case when exists (
        select from answer_entries a where a.project_id = s.project_id and a.is_draft <> a.is_live) then now() else due_at end
    where s.project_id = ${projectId}`
}

/** From now on, changes that were restored or that asked first go live when their tests pass. */
export async function stopAwaitingPublish(sql: Sql, projectId: string): Promise<void> {
  await sql`update answer_states set awaits_publish = false where project_id = ${projectId}`
}

/** Makes the draft the live answers. */
export async function publishAnswers(sql: Sql, projectId: string): Promise<void> {
  await sql`select publish_answers(${projectId})`
}

/** A live item or FAQ; null when it is not live. */
export async function findLiveText(
  sql: Sql,
  projectId: string,
  kind: 'item' | 'faq',
  id: string,
): Promise<{ title: string; isInDraft: boolean } | null> {
  const [text] = await sql<{ title: string; isInDraft: boolean }>`
    select coalesce(a.title, a.content ->> 'question') as title, exists (
      select from answer_entries d where d.entry_id = a.entry_id and d.project_id = a.project_id and d.kind = a.kind
        and d.is_draft) as "isInDraft"
    from answer_entries a
    where a.project_id = ${projectId} and a.kind = ${kind} and a.entry_id = ${id} and a.is_live`
  return text ?? null
}
