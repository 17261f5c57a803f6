import { findingLimits, findingRoutes } from '@aichat/contracts/findings'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { broadcastFindings } from './broadcast.ts'
import { requireFinding } from './guard.ts'
import { countFindings, dismissFinding, findFinding, listFindings } from './store.ts'

export function mountFindings(http: Http, app: App): void {
  const { db } = app
  serve(http, findingRoutes, { projectId: requireProject(app), findingId: requireFinding(app) })({
    list: async ({ caller, project, query }) => {
      const limit = query.limit ?? findingLimits.pageSize
      const filter = {
        kind: query.kind,
        isDismissed: query.status === 'dismissed',
        after: query.cursor ?? '',
        limit: limit + 1,
      }
      return db.company(caller.companyId, async (sql) => {
        const rows = await listFindings(sql, project.id, filter)
        const shown = rows.slice(0, limit)
        return {
          ...(await countFindings(sql, project.id)),
          findings: shown.map(({ position: _, ...finding }) => finding),
          nextCursor: rows.length > limit ? (shown.at(-1)?.position ?? null) : null,
        }
      })
    },

    update: async ({ caller, project, finding, body }) => {
      const changed = await db.company(caller.companyId, async (sql) => {
        await dismissFinding(sql, project.id, finding.id, body.isDismissed)
        return (await findFinding(sql, project.id, finding.id)) ?? notFound()
      })
      await broadcastFindings(app, { companyId: caller.companyId, projectId: project.id })
      return changed
    },
  })
}
