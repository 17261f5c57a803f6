import type { WidgetConfig } from '@aichat/contracts/widget'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findWidget } from './store.ts'

/** Loads the widget of :widgetId. */
export function requireWidget({ db }: Pick<App, 'db'>): Guard<WidgetConfig> {
  return async (caller, { widgetId }) =>
    isId(widgetId) ? db.company(caller.companyId, (sql) => findWidget(sql, widgetId)) : null
}
