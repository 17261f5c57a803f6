import { type Source, sourceLimits, sourcePageRoutes } from '@aichat/contracts/ai/sources'
import type { Project } from '@aichat/contracts/company/projects'
import type { App } from '../app.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { toSubject } from './audit-subject.ts'
import { embedPages } from './embed-pages.ts'
import { requireSource, requireSourceRun } from './guard.ts'
import { listPages, setIgnored } from './page-store.ts'
import { listRunPages } from './run-store.ts'

type Dependencies = Pick<App, 'db' | 'jobs' | 'log' | 'realtime'>

export function mountSourcePages(http: Http, app: Dependencies): void {
  const guards = {
    projectId: requireProject,
    sourceId: requireSource,
    runId: requireSourceRun,
  }
  serve(
    http,
    sourcePageRoutes,
    guards,
  )({
    runPages: async ({ sql, run, query }) => {
      const limit = query.limit ?? sourceLimits.pageSize
      const after = /^\d{1,9}$/.test(query.cursor ?? '') ? Number(query.cursor) : 0
      const rows = await listRunPages(sql, run.id, { after, limit: limit + 1, outcome: query.outcome })
      const pages = rows.slice(0, limit)
      const last = pages.at(-1)
      return {
        pages: pages.map(({ position: _, ...page }) => page),
        nextCursor: rows.length > limit && last ? String(last.position) : null,
      }
    },

    pages: async ({ sql, source, query }) => {
      const limit = query.limit ?? sourceLimits.pageSize
      const after = decodeCursor(query.cursor)
      const rows = await listPages(sql, source.id, { after, limit: limit + 1, use: query.use })
      const pages = rows.slice(0, limit)
      const last = pages.at(-1)
      return { pages, nextCursor: rows.length > limit && last ? encodeCursor(last.url) : null }
    },

    embedPages: withoutTransaction(async ({ actor, caller, project, source, body }) => {
      const scope = { companyId: caller.companyId, projectId: project.id, source }
      const added = await embedPages(app, scope, body.pageIds, (sql, count) =>
        recordContentEvent(sql, actor, 'source_pages_added', {
          ...toSubject(source),
          project,
          changes: [{ field: 'pages', from: '', to: String(count) }],
        }),
      )
      return { added }
    }),

    ignorePages: ({ sql, actor, project, source, body }) =>
      setPagesIgnored(sql, actor, { project, source }, { ...body, isIgnored: true }),

    restorePages: ({ sql, actor, project, source, body }) =>
      setPagesIgnored(sql, actor, { project, source }, { ...body, isIgnored: false }),
  })
}

async function setPagesIgnored(
  sql: Sql,
  actor: Actor,
  { project, source }: { project: Project; source: Source },
  { pageIds, isIgnored }: { pageIds: string[]; isIgnored: boolean },
): Promise<{ changed: number }> {
  const action = isIgnored ? 'source_pages_ignored' : 'source_pages_restored'
  const changed = await setIgnored(sql, source.id, pageIds.filter(isId), isIgnored)
  if (changed > 0)
    await recordContentEvent(sql, actor, action, {
      ...toSubject(source),
      project,
      changes: [{ field: 'pages', from: '', to: String(changed) }],
    })
  return { changed }
}

function encodeCursor(url: string): string {
  return Buffer.from(url).toString('base64url')
}

function decodeCursor(cursor: string | undefined): string {
  return Buffer.from(cursor ?? '', 'base64url')
    .toString('utf8')
    .replaceAll('\u0000', '')
}
