import type { AuditAction } from '@aichat/contracts/audit'
import {
  type Delivery,
  type Webhook,
  webhookLimits,
  webhookRoutes,
  webhookSentences,
  webhookTestEvent,
} from '@aichat/contracts/webhooks'
import type { App } from '../app.ts'
import { type Actor, recordAuditEvent } from '../audit/store.ts'
import { lockCompany } from '../companies/store.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, Refusal, refuse } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { requireDelivery, requireWebhook } from './guard.ts'
import { createSecret } from './sign.ts'
import {
  addDelivery,
  addEvent,
  addWebhook,
  deleteWebhook,
  findDelivery,
  listDeliveries,
  listWebhooks,
  replaceSecret,
  updateWebhook,
} from './store.ts'

export function mountWebhooks(http: Http, app: App): void {
  const { db } = app
  const encryption = createEncryption(app.settings.appSecret)
  const guards = { webhookId: requireWebhook(app), deliveryId: requireDelivery(app) }

  serve(
    http,
    webhookRoutes,
    guards,
  )({
    list: async ({ caller }) => ({ webhooks: await db.company(caller.companyId, listWebhooks) }),

    add: async ({ caller, body, request }) => {
      await refuseUnreachable(app, body.url)
      const { companyId } = caller
      const secret = createSecret()
      const webhook = await db.company(companyId, async (sql) => {
        await lockCompany(sql)
        const added = await addWebhook(
          sql,
          {
            id: newId(),
            companyId,
            url: body.url,
            events: removeDuplicates(body.events),
            encryptedSecret: encryption.close(secret),
          },
          webhookLimits.perCompany,
        )
        if (!added) refuse(409, webhookSentences.tooMany)
        await recordAudit(sql, { ...caller, address: request.ip }, 'webhook_added', added)
        return added
      })
      return { secret, webhook }
    },

    update: async ({ caller, webhook, body, request }) => {
      if (body.url !== webhook.url) await refuseUnreachable(app, body.url)
      return db.company(caller.companyId, async (sql) => {
        const changed =
          (await updateWebhook(sql, webhook.id, { ...body, events: removeDuplicates(body.events) })) ??
          notFound()
        await recordAudit(sql, { ...caller, address: request.ip }, 'webhook_changed', changed)
        return changed
      })
    },

    remove: async ({ caller, webhook, request }) => {
      await db.company(caller.companyId, async (sql) => {
        await deleteWebhook(sql, webhook.id)
        await recordAudit(sql, { ...caller, address: request.ip }, 'webhook_removed', webhook)
      })
      return null
    },

    rotate: async ({ caller, webhook, request }) => {
      const secret = createSecret()
      const changed = await db.company(caller.companyId, async (sql) => {
        const replaced = (await replaceSecret(sql, webhook.id, encryption.close(secret))) ?? notFound()
        await recordAudit(sql, { ...caller, address: request.ip }, 'webhook_secret_rotated', replaced)
        return replaced
      })
      return { secret, webhook: changed }
    },

    test: ({ caller, webhook }) => {
      if (!webhook.isEnabled) refuse(409, webhookSentences.switchedOff)
      const { companyId } = caller
      const eventId = newId()
      return db.company(companyId, async (sql) => {
        await addEvent(sql, companyId, { id: eventId, type: webhookTestEvent, data: {} })
        return createDelivery(sql, { companyId, webhookId: webhook.id }, eventId)
      })
    },

    deliveries: async ({ caller, webhook, query }) => {
      const { limit = webhookLimits.pageSize, cursor = null } = query
      if (cursor !== null && !isId(cursor)) return { deliveries: [], nextCursor: null }
      const found = await db.company(caller.companyId, (sql) =>
        listDeliveries(sql, webhook.id, { limit: limit + 1, after: cursor }),
      )
      const deliveries = found.slice(0, limit)
      return { deliveries, nextCursor: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
    },

    replay: ({ caller, webhook, delivery }) => {
      if (!webhook.isEnabled) refuse(409, webhookSentences.switchedOff)
      const { companyId } = caller
      return db.company(companyId, (sql) =>
        createDelivery(sql, { companyId, webhookId: webhook.id }, delivery.eventId),
      )
    },
  })
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

/** Checks the endpoint when it is entered. It is checked again before each delivery, because DNS may change. */
async function refuseUnreachable({ publicWeb }: Pick<App, 'publicWeb'>, url: string): Promise<void> {
  try {
    await publicWeb.check(url)
  } catch (error) {
    if (error instanceof Refusal) refuse(400, error.message, 'url')
    throw error
  }
}

function removeDuplicates<Event extends string>(events: Event[]): Event[] {
  return [...new Set(events)]
}

function recordAudit(sql: Sql, actor: Actor, action: AuditAction, { id, url }: Webhook): Promise<void> {
  return recordAuditEvent(sql, actor, action, { kind: 'webhook', id, name: new URL(url).host })
}
