import { webhookLimits, webhookSentences } from '@aichat/contracts/company/webhooks'
import type { App } from '../app.ts'
import { lockCompany } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { notFound, Refusal, refuse } from '../kit/http/refusal.ts'
import { withoutTransaction } from '../kit/http/serve.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { recordWebhook } from './record-webhook.ts'
import { createSecret } from './sign.ts'
import {
  addWebhook,
  deleteDeliveries,
  deleteWebhook,
  listWebhooks,
  replaceSecret,
  stopWebhook,
  updateWebhook,
} from './store.ts'
import type { WebhookHandlers } from './types.ts'

const maxDeletedDeliveries = 500

type ManagementHandlers = Pick<WebhookHandlers, 'list' | 'add' | 'update' | 'remove' | 'rotate'>

/** Handlers that manage webhooks. Each change is recorded in the audit log in the same transaction. */
export function createWebhookHandlers(app: Pick<App, 'db' | 'publicWeb' | 'settings'>): ManagementHandlers {
  const { db } = app
  const encryption = createEncryption(app.settings)

  return {
    list: async ({ sql }) => ({ webhooks: await listWebhooks(sql) }),

    add: withoutTransaction(async ({ actor, caller, body }) => {
      await refuseUnreachable(app, body.url)
      const secret = createSecret()
      const added = {
        id: newId(),
        companyId: caller.companyId,
        url: body.url,
        events: removeDuplicates(body.events),
        encryptedSecret: encryption.encrypt(secret),
      }
      const webhook = await db.company(caller.companyId, async (sql) => {
        await lockCompany(sql)
        const stored = await addWebhook(sql, added, webhookLimits.maxPerCompany)
        if (!stored) refuse(409, webhookSentences.tooMany)
        await recordWebhook(sql, actor, 'webhook_added', stored)
        return stored
      })
      return { secret, webhook }
    }),

    update: withoutTransaction(async ({ actor, caller, webhook, body }) => {
      if (body.url !== webhook.url) await refuseUnreachable(app, body.url)
      return db.company(caller.companyId, async (sql) => {
        const events = removeDuplicates(body.events)
        const updated = (await updateWebhook(sql, webhook.id, { ...body, events })) ?? notFound()
        await recordWebhook(sql, actor, 'webhook_changed', updated)
        return updated
      })
    }),

    remove: withoutTransaction(async ({ actor, caller, webhook }) => {
      await db.company(caller.companyId, (sql) => stopWebhook(sql, webhook.id))
      const deleteBatch = (sql: Sql) => deleteDeliveries(sql, webhook.id, maxDeletedDeliveries)
      while (await db.company(caller.companyId, deleteBatch));
      await db.company(caller.companyId, async (sql) => {
        await deleteWebhook(sql, webhook.id)
        await recordWebhook(sql, actor, 'webhook_removed', webhook)
      })
      return null
    }),

    rotate: async ({ sql, actor, webhook }) => {
      const secret = createSecret()
      const updated = (await replaceSecret(sql, webhook.id, encryption.encrypt(secret))) ?? notFound()
      await recordWebhook(sql, actor, 'webhook_secret_rotated', updated)
      return { secret, webhook: updated }
    },
  }
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
