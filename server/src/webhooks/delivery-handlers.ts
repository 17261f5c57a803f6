import {
  type Delivery,
  webhookLimits,
  webhookSentences,
  webhookTestEvent,
} from '@aichat/contracts/company/webhooks'
import { isId, type Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { recordWebhook } from './record-webhook.ts'
import { addDelivery, addEvent, findDelivery, listDeliveries } from './store.ts'
import type { WebhookHandlers } from './types.ts'

type DeliveryHandlers = Pick<WebhookHandlers, 'test' | 'deliveries' | 'replay'>

export const deliveryHandlers: DeliveryHandlers = {
  test: async ({ sql, actor, caller: { companyId }, webhook }) => {
    if (!webhook.isEnabled) refuse(409, webhookSentences.switchedOff)
    const eventId = newId()
    await addEvent(sql, companyId, { id: eventId, type: webhookTestEvent, data: {} })
    await recordWebhook(sql, actor, 'webhook_tested', webhook)
    return createDelivery(sql, { companyId, webhookId: webhook.id }, eventId)
  },

  deliveries: async ({ sql, webhook, query }) => {
    const { limit = webhookLimits.pageSize, cursor = null } = query
    if (cursor !== null && !isId(cursor)) return { deliveries: [], nextCursor: null }
    const found = await listDeliveries(sql, webhook.id, { limit: limit + 1, after: cursor })
    const deliveries = found.slice(0, limit)
    return { deliveries, nextCursor: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
  },

  replay: async ({ sql, actor, caller: { companyId }, webhook, delivery }) => {
    if (!webhook.isEnabled) refuse(409, webhookSentences.switchedOff)
    await recordWebhook(sql, actor, 'webhook_replayed', webhook)
    return createDelivery(sql, { companyId, webhookId: webhook.id }, delivery.eventId)
  },
}

async function createDelivery(
  sql: Sql,
  scope: { companyId: string; webhookId: string },
  eventId: string,
): Promise<Delivery> {
  const id = newId()
  await addDelivery(sql, scope, { id, eventId })
  return (await findDelivery(sql, scope.webhookId, id)) ?? notFound()
}
