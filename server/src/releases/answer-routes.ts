import { type AnswerState, answerSetRoutes } from '@aichat/contracts/ai/answer-sets'
import type { Project } from '@aichat/contracts/company/projects'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { afterCommit, serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { findProjectWidget, toWidgetContent } from '../widget/store.ts'
import { type AnswerSettings, getAnswerState, updateSettings } from './answer-state-store.ts'
import { broadcastAnswerState } from './broadcast.ts'
import { compareDraftWithRevision, compareLiveWithDraft } from './difference-store.ts'
import { listDesignChanges } from './publish-project.ts'
import { findReleasedText } from './released-text-store.ts'
import { toReleaseNumber } from './routes.ts'
import { findLatestRelease, findRelease } from './store.ts'

type Dependencies = Pick<App, 'db' | 'realtime'>

export function mountAnswerSets(http: Http, app: Dependencies): void {
  const { db } = app
  serve(http, answerSetRoutes, { projectId: requireProject })({
    get: ({ sql, project }) => getAnswerState(sql, project.id),

    setMode: async ({ sql, actor, caller, project, body }) => {
      const state = await saveSettings(sql, actor, project, body)
      return afterCommit(() => {
        broadcastAnswerState(app, { companyId: caller.companyId, projectId: project.id })
        return state
      })
    },

    draftDifference: withoutTransaction(({ caller, project }) =>
      db.snapshot(caller.companyId, async (sql) => {
        const live = await findLatestRelease(sql, project.id)
        const draft = await findDraftDesign(sql, project)
        const { entries, total } = project.isPublished
          ? await compareLiveWithDraft(sql, project.id)
          : { entries: [], total: 0 }
        return {
          design: live && draft ? listDesignChanges(live.config, draft) : [],
          answers: entries,
          totalAnswers: total,
        }
      }),
    ),

    difference: withoutTransaction(({ caller, project, params }) =>
      db.snapshot(caller.companyId, async (sql) => {
        const release = (await findRelease(sql, project.id, toReleaseNumber(params.number))) ?? notFound()
        const draft = await findDraftDesign(sql, project)
        const { entries, total } =
          release.revision === null
            ? { entries: [], total: 0 }
            : await compareDraftWithRevision(sql, project.id, release.revision)
        return {
          design: draft ? listDesignChanges(draft, release.config) : [],
          answers: entries,
          totalAnswers: total,
        }
      }),
    ),

    text: async ({ sql, project, params, query }) => {
      const number = toReleaseNumber(params.number)
      if (!isId(params.itemId)) notFound()
      const item = { number, revision: query.revision ?? 1, itemId: params.itemId }
      return (await findReleasedText(sql, project.id, item)) ?? notFound()
    },
  })
}

async function saveSettings(
  sql: Sql,
  actor: Actor,
  { id, name }: Project,
  change: Partial<AnswerSettings>,
): Promise<AnswerState> {
  const before = await getAnswerState(sql, id)
  const { mode = before.mode, requiresReview = before.requiresReview } = change
  const subject = { kind: 'project' as const, id, name }
  if (mode !== before.mode) {
    const values = { field: 'mode', from: before.mode, to: mode }
    await recordAuditEvent(sql, actor, 'answer_mode_changed', { ...subject, ...values })
  }
  if (requiresReview !== before.requiresReview) {
    const [from, to] = requiresReview ? ['off', 'on'] : ['on', 'off']
    const values = { field: 'requiresReview', from, to }
    await recordAuditEvent(sql, actor, 'answer_review_setting_changed', { ...subject, ...values })
  }
  if (mode !== before.mode || requiresReview !== before.requiresReview)
    await updateSettings(sql, id, { mode, requiresReview })
  return getAnswerState(sql, id)
}

async function findDraftDesign(sql: Sql, project: Project) {
  const widget = await findProjectWidget(sql, project.id)
  return widget && toWidgetContent(widget)
}
