import type { Delivery, Webhook, webhookRoutes } from '@aichat/contracts/company/webhooks'
import type { Guard, Handlers } from '../kit/http/serve.ts'

export type WebhookHandlers = Handlers<
  typeof webhookRoutes,
  { webhookId: Guard<Webhook>; deliveryId: Guard<Delivery> }
>
