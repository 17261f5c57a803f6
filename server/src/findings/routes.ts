import { findingLimits, findingRoutes } from '@aichat/contracts/ai/findings'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { broadcastFindings } from './broadcast.ts'
import { requireFinding } from './guard.ts'
import { countFindings, dismissFinding, findFinding, listFindings } from './store.ts'

type Dependencies = Pick<App, 'db' | 'realtime'>

export function mountFindings(http: Http, app: Dependencies): void {
  serve(http, findingRoutes, { projectId: requireProject, findingId: requireFinding })({
    list: async ({ sql, project, query }) => {
      const limit = query.limit ?? findingLimits.pageSize
      const filter = {
        kind: query.kind,
        isDismissed: query.status === 'dismissed',
        after: query.cursor ?? '',
        limit: limit + 1,
      }
      const rows = await listFindings(sql, project.id, filter)
      const shown = rows.slice(0, limit)
      return {
        ...(await countFindings(sql, project.id)),
        findings: shown.map(({ position: _, ...finding }) => finding),
        nextCursor: rows.length > limit ? (shown.at(-1)?.position ?? null) : null,
      }
    },

    update: async ({ sql, caller, project, finding, body }) => {
      await dismissFinding(sql, project.id, finding.id, body.isDismissed)
      const changed = (await findFinding(sql, project.id, finding.id)) ?? notFound()
      return afterCommit(async () => {
        await broadcastFindings(app, { companyId: caller.companyId, projectId: project.id })
        return changed
      })
    },
  })
}
