import { answerSetSentences } from '@aichat/contracts/ai/answer-sets'
import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import type { AuditChange } from '@aichat/contracts/company/audit'
import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import type { WidgetContent } from '@aichat/contracts/widget/widget'
import { listChanges } from '../audit/list-changes.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Caller } from '../kit/http/caller.ts'
import { Refusal, refuse } from '../kit/http/refusal.ts'
import { findProject, hasDesignChanges, lockProject, markPublished } from '../projects/store.ts'
import { findProjectWidget, toWidgetContent } from '../widget/store.ts'
import {
  lockState,
  needsReview,
  publishAnswers,
  requestTestRun,
  type StoredState,
  stopAwaitingPublish,
} from './answer-state-store.ts'
import { addRelease, findLatestRelease } from './store.ts'

/**
 * `changes` lists what differs from the previous release; null when nothing was published. `isOverridden`: answers went live although
 * their tests had not passed or they were not reviewed.
 */
export type Published = { project: Project; changes: AuditChange[] | null; isOverridden: boolean }

/**
 * Publishes the draft as the next release. An unchanged draft creates no release.
 * @throws a refusal when the project has no template, or in manual mode when an answer test fails or a review is
 * missing, and the publish does not override it
 */
export async function publishProject(
  sql: Sql,
  caller: Caller,
  projectId: string,
  isOverride: boolean,
): Promise<Published> {
  await lockProject(sql, projectId)
  const project = (await findProject(sql, projectId)) ?? refuse(404, projectSentences.loadFailed)
  if (!project.templateKey) refuse(409, publishSentences.noTemplate)
  const widget = await findProjectWidget(sql, projectId)
  if (!widget) refuse(409, publishSentences.noWidget)
  const isDesignChanged = !project.isPublished || (await hasDesignChanges(sql, projectId))
  const answers = await publishDraftAnswers(sql, projectId, isOverride)
  if (!isDesignChanged && !answers.isChanged)
    return { project: (await findProject(sql, projectId)) ?? project, changes: null, isOverridden: false }
  const before = await findLatestRelease(sql, projectId)
  const config = toWidgetContent(widget)
  await addRelease(sql, { companyId: caller.companyId, projectId, config, userId: caller.userId })
  await markPublished(sql, projectId)
  const changes = before ? listConfigChanges(before.config, config) : []
  const { isOverridden } = answers
  return { project: (await findProject(sql, projectId)) ?? project, changes, isOverridden }
}

/**
 * In automatic mode, only answers that passed and were reviewed where they must be go live, and the others stay held. In manual mode,
 * all do or none. A first publish is never held.
 */
async function publishDraftAnswers(
  sql: Sql,
  projectId: string,
  isOverride: boolean,
): Promise<{ isChanged: boolean; isOverridden: boolean }> {
  const state = await lockState(sql, projectId)
  const { mode, isPublished, hasTests, isTested, failedTests, changes } = state
  const hasPassed = !hasTests || (isTested && failedTests.length === 0)
  const isReady = changes === 0 || !isPublished || (hasPassed && !needsReview(state))
  if (isReady || isOverride) {
    await publishAnswers(sql, projectId)
    return { isChanged: changes > 0, isOverridden: !isReady }
  }
  if (mode === 'manual') refusePublish(state, hasPassed)
  await stopAwaitingPublish(sql, projectId)
  if (!isTested) await requestTestRun(sql, projectId)
  return { isChanged: false, isOverridden: false }
}

/** @throws the refusal of answers whose tests have not passed or that were not reviewed */
function refusePublish({ isTested, failedTests: failing }: StoredState, hasPassed: boolean): never {
  if (hasPassed) throw new Refusal(409, answerSetSentences.reviewRequired, 'review_required')
  if (!isTested) refuse(409, answerSetSentences.testsRunning)
  throw new Refusal(409, answerSetSentences.testsFailed, 'tests_failed', { details: { failing } })
}

function listConfigChanges(before: WidgetContent, after: WidgetContent): AuditChange[] {
  const [from, to] = [flattenConfig(before), flattenConfig(after)]
  return listChanges(from, to, [...new Set([...Object.keys(from), ...Object.keys(to)])])
}

/** The settings that differ, in full; null where a side does not have one. */
export function listDesignChanges(
  before: WidgetContent,
  after: WidgetContent,
): { field: string; from: string | null; to: string | null }[] {
  const [from, to] = [flattenConfig(before), flattenConfig(after)]
  const toText = (value: unknown) =>
    value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => !field.startsWith('template.') && toText(from[field]) !== toText(to[field]))
    .map((field) => ({ field, from: toText(from[field]), to: toText(to[field]) }))
}

/** The settings by their path, such as `brand.primaryColor`. */
function flattenConfig(config: WidgetContent): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([section, settings]) =>
      Object.entries(settings).map(([name, value]) => [`${section}.${name}`, value]),
    ),
  )
}
