import { widgetRoutes } from '@aichat/contracts/widget'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { requireWidget } from './guard.ts'
import { saveWidget } from './save-widget.ts'

export function mountWidget(http: Http, app: App): void {
  serve(http, widgetRoutes, { widgetId: requireWidget(app) })({
    get: ({ widget }) => widget,
    save: ({ caller, widget, body }) =>
      app.db.company(caller.companyId, (sql) => saveWidget(sql, widget, body)),
  })
}
