import { type PromptKey, promptKey, promptLimits, promptRoutes } from '@aichat/contracts/prompts'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { getCompany } from '../companies/store.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { getPrompt, listPrompts } from './current.ts'
import { defaultPrompts } from './defaults.ts'
import { previewPrompt } from './preview-prompt.ts'
import { addVersion, listVersions } from './store.ts'

export function mountPrompts(http: Http, app: App): void {
  const { db } = app

  function change(companyId: string, key: PromptKey, text: string | null, note: string, createdBy: string) {
    return db.company(companyId, async (sql) => {
      await addVersion(sql, { companyId, key, text, note, createdBy })
      return getPrompt(sql, key)
    })
  }

  serve(
    http,
    promptRoutes,
  )({
    list: async ({ caller }) => ({ prompts: await db.company(caller.companyId, listPrompts) }),

    save: ({ caller, params, body }) =>
      change(caller.companyId, parsePromptKey(params.key), body.text, body.note ?? '', caller.name),

    reset: ({ caller, params }) =>
      change(caller.companyId, parsePromptKey(params.key), null, '', caller.name),

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
      await app.limits.consume('tryPrompt', caller.companyId)
      const { prompt, company } = await db.company(caller.companyId, async (sql) => ({
        prompt: await getPrompt(sql, key),
        company: await getCompany(sql),
      }))
      return previewPrompt(app, { text: body.text ?? prompt.text }, company.name, body.sample)
    },
  })
}

function parsePromptKey(text: string): PromptKey {
  const key = z.safeParse(promptKey, text)
  return key.success ? key.data : notFound()
}
