import { type Delivery, type Webhook, webhookRoutes } from '@aichat/contracts/webhooks'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { type Guard, type Handlers, serve } from '../kit/http/serve.ts'
import { createDeliveryHandlers } from './delivery-handlers.ts'
import { requireDelivery, requireWebhook } from './guard.ts'
import { createWebhookHandlers } from './webhook-handlers.ts'

export type WebhookHandlers = Handlers<
  typeof webhookRoutes,
  { webhookId: Guard<Webhook>; deliveryId: Guard<Delivery> }
>

export function mountWebhooks(http: Http, app: App): void {
  const guards = { webhookId: requireWebhook(app), deliveryId: requireDelivery(app) }
  serve(http, webhookRoutes, guards)({ ...createWebhookHandlers(app), ...createDeliveryHandlers(app) })
}
