import type { WidgetConfig } from '@aichat/contracts/widget/widget'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findWidget } from './store.ts'

/** Loads the widget of :widgetId. */
export const requireWidget: Guard<WidgetConfig> = (sql, { widgetId }) =>
  isId(widgetId) ? findWidget(sql, widgetId) : null
