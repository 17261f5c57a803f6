import type { Delivery, Webhook } from '@aichat/contracts/company/webhooks'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findDelivery, findWebhook } from './store.ts'

export const requireWebhook: Guard<Webhook> = (sql, { webhookId }) =>
  isId(webhookId) ? findWebhook(sql, webhookId) : null

/** Guard for `:deliveryId`: a delivery is found through its webhook. */
export const requireDelivery: Guard<Delivery> = (sql, { webhookId, deliveryId }) =>
  isId(webhookId) && isId(deliveryId) ? findDelivery(sql, webhookId, deliveryId) : null
