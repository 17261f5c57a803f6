import { type ApiKey, apiKeyLimits, apiKeyRoutes, apiKeySentences } from '@aichat/contracts/api-keys'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { lockCompany } from '../companies/store.ts'
import { isId } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { type Guard, serve } from '../kit/http/serve.ts'
import type { ApiKeyCallerCache } from './api-key-caller-cache.ts'
import { generateApiKey, hashApiKey } from './secret.ts'
import { addKey, findKey, listKeys, removeKey } from './store.ts'

export function mountApiKeys(http: Http, { db }: Pick<App, 'db'>, callers: ApiKeyCallerCache): void {
  serve(http, apiKeyRoutes, { apiKeyId: requireApiKey({ db }) })({
    list: async ({ caller }) => ({ keys: await db.company(caller.companyId, listKeys) }),

    add: ({ actor, caller, body }) =>
      db.company(caller.companyId, async (sql) => {
        const { companyId, name: createdBy } = caller
        const { key, prefix } = generateApiKey()
        const id = newId()
        const scopes = [...new Set(body.scopes)]
        await lockCompany(sql)
        const isAdded = await addKey(
          sql,
          { id, companyId, name: body.name, prefix, tokenHash: hashApiKey(key), scopes, createdBy },
          apiKeyLimits.perCompany,
        )
        if (!isAdded) refuse(409, apiKeySentences.tooMany)
        await recordAuditEvent(sql, actor, 'api_key_added', {
          kind: 'api_key',
          id,
          name: body.name,
          field: 'scopes',
          to: scopes.join(', '),
        })
        return { key, keys: await listKeys(sql) }
      }),

    remove: async ({ actor, caller, apiKey }) => {
      const keys = await db.company(caller.companyId, async (sql) => {
        await removeKey(sql, apiKey.id)
        const subject = { kind: 'api_key' as const, id: apiKey.id, name: apiKey.name }
        await recordAuditEvent(sql, actor, 'api_key_revoked', subject)
        return listKeys(sql)
      })
      callers.invalidate(apiKey.id)
      return { keys }
    },
  })
}

function requireApiKey({ db }: Pick<App, 'db'>): Guard<ApiKey> {
  return async (caller, { apiKeyId }) =>
    isId(apiKeyId) ? db.company(caller.companyId, (sql) => findKey(sql, apiKeyId)) : null
}
