import { toWidgetFilePath } from '@aichat/contracts/widget/logo'
import { widgetRoutes } from '@aichat/contracts/widget/widget'
import type { App } from '../app.ts'
import { hasRecentAuditEvent, recordAuditEvent } from '../audit/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { findProject } from '../projects/store.ts'
import { requireWidget } from './guard.ts'
import { mountLogoFiles } from './logo-files.ts'
import { receiveLogo } from './receive-logo.ts'
import { saveWidget } from './save-widget.ts'

type Dependencies = Pick<App, 'db' | 'storage' | 'log' | 'settings'>

export function mountWidget(http: Http, app: Dependencies): void {
  serve(http, widgetRoutes, { widgetId: requireWidget })({
    get: ({ widget }) => widget,
    save: async ({ sql, actor, widget, body }) => {
      const saved = await saveWidget(sql, widget, body)
      await recordDraftChange(sql, actor, widget.projectId)
      return saved
    },
    uploadLogo: withoutTransaction(async ({ caller, widget: { projectId }, request }) => {
      const { id } = await receiveLogo(app, { companyId: caller.companyId, projectId }, request)
      return { logoUrl: toWidgetFilePath(id) }
    }),
  })
  mountLogoFiles(http, app)
}

/** The draft is saved with every edit: one entry says that it was edited, and that of the publish says what has changed. */
async function recordDraftChange(sql: Sql, actor: Actor, projectId: string): Promise<void> {
  if (await hasRecentAuditEvent(sql, actor, 'widget_changed', projectId)) return
  const { name } = (await findProject(sql, projectId)) ?? notFound()
  await recordAuditEvent(sql, actor, 'widget_changed', { kind: 'project', id: projectId, name })
}
