import { publishSentences } from '@aichat/contracts/publish-sentences'
import { releaseLimits, releaseRoutes } from '@aichat/contracts/releases'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { renderEmbedCode } from './embed-code.ts'
import { publishProject } from './publish-project.ts'
import { restoreRelease } from './restore-release.ts'
import { listReleases } from './store.ts'

/** Called after each publish. The response waits for it, but does not fail with it. */
type OnPublished = (scope: { companyId: string; projectId: string }) => Promise<unknown>

export function mountReleases(http: Http, app: App, onPublished: OnPublished): void {
  serve(http, releaseRoutes, { projectId: requireProject(app) })({
    publish: async ({ caller, project, request }) => {
      const live = await app.db.company(caller.companyId, async (sql) => {
        const { project: after, changes } = await publishProject(sql, caller, project.id)
        const subject = { kind: 'project' as const, id: project.id, name: after.name }
        if (changes)
          await recordAuditEvent(sql, { ...caller, address: request.ip }, 'published', {
            ...subject,
            changes,
          })
        return after
      })
      await onPublished({ companyId: caller.companyId, projectId: project.id }).catch((error) =>
        app.log.error({ err: error, projectId: project.id }, 'failed to run the follow-up of a publish'),
      )
      return { project: live, embedCode: renderEmbedCode(app.settings, live.publicKey) }
    },
    embedCode: ({ project }) => {
      if (!project.isPublished) refuse(409, publishSentences.draft)
      return { embedCode: renderEmbedCode(app.settings, project.publicKey) }
    },
    list: async ({ caller, project, query }) => {
      const limit = releaseLimits.pageSize
      const found = await app.db.company(caller.companyId, (sql) =>
        listReleases(sql, project.id, { before: query.before ?? null, limit: limit + 1 }),
      )
      return { releases: found.slice(0, limit), hasMore: found.length > limit }
    },
    restore: ({ caller, project, params, request }) => {
      if (!/^[1-9]\d{0,8}$/.test(params.number)) notFound()
      return app.db.company(caller.companyId, async (sql) => {
        const widget = await restoreRelease(sql, project.id, Number(params.number))
        const subject = {
          kind: 'project' as const,
          id: project.id,
          name: project.name,
          field: 'release',
          to: params.number,
        }
        await recordAuditEvent(sql, { ...caller, address: request.ip }, 'restored', subject)
        return widget
      })
    },
  })
}
