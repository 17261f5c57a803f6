import { webhookRoutes } from '@aichat/contracts/company/webhooks'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { deliveryHandlers } from './delivery-handlers.ts'
import { requireDelivery, requireWebhook } from './guard.ts'
import { createWebhookHandlers } from './webhook-handlers.ts'

type Dependencies = Pick<App, 'db' | 'publicWeb' | 'settings'>

export function mountWebhooks(http: Http, app: Dependencies): void {
  const guards = { webhookId: requireWebhook, deliveryId: requireDelivery }
  serve(http, webhookRoutes, guards)({ ...createWebhookHandlers(app), ...deliveryHandlers })
}
