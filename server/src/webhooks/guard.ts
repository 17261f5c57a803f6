import type { Delivery, Webhook } from '@aichat/contracts/webhooks'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findDelivery, findWebhook } from './store.ts'

export function requireWebhook({ db }: Pick<App, 'db'>): Guard<Webhook> {
  return async (caller, { webhookId }) =>
    isId(webhookId) ? db.company(caller.companyId, (sql) => findWebhook(sql, webhookId)) : null
}

/** Guard for `:deliveryId`: a delivery is found through its webhook. */
export function requireDelivery({ db }: Pick<App, 'db'>): Guard<Delivery> {
  return async (caller, { webhookId, deliveryId }) =>
    isId(webhookId) && isId(deliveryId)
      ? db.company(caller.companyId, (sql) => findDelivery(sql, webhookId, deliveryId))
      : null
}
