import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import { releaseLimits, releaseRoutes } from '@aichat/contracts/ai/releases'
import type { App } from '../app.ts'
import { boundText } from '../audit/list-changes.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { findState } from './answer-state-store.ts'
import { broadcastAnswerState } from './broadcast.ts'
import { renderEmbedCode } from './embed-code.ts'
import { type Published, publishProject } from './publish-project.ts'
import { restoreRelease } from './restore-release.ts'
import { listReleases } from './store.ts'

type Scope = { companyId: string; projectId: string }
/** The answer tests, which a release depends on. */
export type ReleaseTests = {
  /** Waits until the tests have tested the draft, for a limited time. */
  testDraft(scope: Scope): Promise<void>
  /** Called after each publish. The response waits for it, but does not fail with it. */
  onPublished(scope: Scope): Promise<unknown>
}

type Dependencies = Pick<App, 'db' | 'log' | 'realtime' | 'settings'> & { releaseTests: ReleaseTests }

export function mountReleases(http: Http, app: Dependencies): void {
  serve(http, releaseRoutes, { projectId: requireProject })({
    publish: withoutTransaction(async ({ actor, caller, project, body }) => {
      const scope = { companyId: caller.companyId, projectId: project.id }
      const reason = body?.override?.reason
      if (reason === undefined) await testManualDraft(app, scope)
      const live = await app.db.company(caller.companyId, async (sql) => {
        const published = await publishProject(sql, caller, project.id, reason !== undefined)
        await recordPublish(sql, actor, published, reason)
        return published.project
      })
      broadcastAnswerState(app, scope)
      await app.releaseTests
        .onPublished(scope)
        .catch((error) =>
          app.log.error({ err: error, projectId: project.id }, 'failed to run the follow-up of a publish'),
        )
      return { project: live, embedCode: renderEmbedCode(app.settings, live.publicKey) }
    }),
    embedCode: ({ project }) => {
      if (!project.isPublished) refuse(409, publishSentences.draft)
      return { embedCode: renderEmbedCode(app.settings, project.publicKey) }
    },
    list: async ({ sql, project, query }) => {
      const limit = releaseLimits.pageSize
      const found = await listReleases(sql, project.id, { before: query.before ?? null, limit: limit + 1 })
      return { releases: found.slice(0, limit), hasMore: found.length > limit }
    },
    restore: async ({ sql, actor, caller, project, params, body }) => {
      const number = toReleaseNumber(params.number)
      const scope = { companyId: caller.companyId, projectId: project.id }
      const widget = await restoreRelease(sql, scope, number, body?.removed ?? [])
      const subject = { kind: 'project' as const, id: project.id, name: project.name }
      await recordAuditEvent(sql, actor, 'restored', { ...subject, field: 'release', to: params.number })
      return afterCommit(() => {
        broadcastAnswerState(app, scope)
        return widget
      })
    },
  })
}

/** In manual mode, a publish waits for the tests of the answers that it would make live. */
async function testManualDraft({ db, releaseTests }: Dependencies, scope: Scope): Promise<void> {
  const state = await db.company(scope.companyId, (sql) => findState(sql, scope.projectId))
  const { mode, isPublished, hasTests, isTested, changes } = state
  if (mode === 'manual' && isPublished && hasTests && !isTested && changes > 0)
    await releaseTests.testDraft(scope)
}

async function recordPublish(
  sql: Sql,
  actor: Actor,
  { project, changes, isOverridden }: Published,
  reason: string | undefined,
): Promise<void> {
  const subject = { kind: 'project' as const, id: project.id, name: project.name }
  if (changes) await recordAuditEvent(sql, actor, 'published', { ...subject, changes })
  if (isOverridden)
    await recordAuditEvent(sql, actor, 'answers_overridden', {
      ...subject,
      field: 'reason',
      to: boundText(reason ?? ''),
    })
}

/** @throws the 404 of a release that does not exist */
export function toReleaseNumber(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : notFound()
}
