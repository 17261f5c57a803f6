import { type PromptKey, promptKey, promptLimits, promptRoutes } from '@aichat/contracts/prompts'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { listChanges } from '../audit/list-changes.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany, lockCompany } from '../companies/store.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { getPrompt, listPrompts } from './current.ts'
import { defaultPrompts } from './defaults.ts'
import { previewPrompt } from './preview-prompt.ts'
import { addVersion, listVersions } from './store.ts'

export function mountPrompts(http: Http, app: App): void {
  const { db } = app

  function change(actor: Actor, key: PromptKey, text: string | null, note: string) {
    const { companyId, name: createdBy } = actor
    return db.company(companyId, async (sql) => {
      await lockCompany(sql)
      const before = await getPrompt(sql, key)
      await addVersion(sql, { companyId, key, text, note, createdBy })
      const after = await getPrompt(sql, key)
      const changes = listChanges(before, after, ['version', 'text'])
      const subject = { kind: 'prompt' as const, id: key, name: after.name, changes }
      await recordAuditEvent(sql, actor, 'prompt_changed', subject)
      return after
    })
  }

  serve(
    http,
    promptRoutes,
  )({
    list: async ({ caller }) => ({ prompts: await db.company(caller.companyId, listPrompts) }),

    save: ({ actor, params, body }) => change(actor, parsePromptKey(params.key), body.text, body.note ?? ''),

    reset: ({ actor, params }) => change(actor, parsePromptKey(params.key), null, ''),

    versions: async ({ caller, params }) => {
      const key = parsePromptKey(params.key)
      const versions = await db.company(caller.companyId, (sql) =>
        listVersions(sql, key, promptLimits.versions),
      )
      return {
        versions: versions.map(({ key: _, text, ...version }) => ({
          ...version,
          text: text ?? defaultPrompts[key].text,
          isDefault: text === null,
        })),
      }
    },

    tryOut: async ({ caller, params, body }) => {
      const key = parsePromptKey(params.key)
      const { prompt, company } = await db.company(caller.companyId, async (sql) => ({
        prompt: await getPrompt(sql, key),
        company: await getCompany(sql),
      }))
      const { model } = await app.models.get({ companyId: caller.companyId, projectId: null })
      return previewPrompt(
        { model, log: app.log },
        { text: body.text ?? prompt.text },
        company.name,
        body.sample,
      )
    },
  })
}

function parsePromptKey(text: string): PromptKey {
  const key = z.safeParse(promptKey, text)
  return key.success ? key.data : notFound()
}
