import { apiKeyLimits, apiKeyRoutes, apiKeySentences } from '@aichat/contracts/company/api-keys'
import { recordAuditEvent } from '../audit/store.ts'
import { lockCompany } from '../companies/store.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import type { ApiKeyCallerCache } from './api-key-caller-cache.ts'
import { requireApiKey } from './guard.ts'
import { generateApiKey, hashApiKey } from './secret.ts'
import { addKey, listKeys, removeKey } from './store.ts'

type Dependencies = { apiKeyCallers: ApiKeyCallerCache }

export function mountApiKeys(http: Http, { apiKeyCallers }: Dependencies): void {
  serve(http, apiKeyRoutes, { apiKeyId: requireApiKey })({
    list: async ({ sql }) => ({ keys: await listKeys(sql) }),

    add: async ({ sql, actor, caller, body }) => {
      const { companyId, name: createdBy } = caller
      const { key, prefix } = generateApiKey()
      const id = newId()
      const scopes = [...new Set(body.scopes)]
      await lockCompany(sql)
      const isAdded = await addKey(
        sql,
        { id, companyId, name: body.name, prefix, tokenHash: hashApiKey(key), scopes, createdBy },
        apiKeyLimits.maxPerCompany,
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
    },

    remove: async ({ sql, actor, apiKey }) => {
      await removeKey(sql, apiKey.id)
      const subject = { kind: 'api_key' as const, id: apiKey.id, name: apiKey.name }
      await recordAuditEvent(sql, actor, 'api_key_revoked', subject)
      const keys = await listKeys(sql)
      return afterCommit(() => {
        apiKeyCallers.invalidate(apiKey.id)
        return { keys }
      })
    },
  })
}
