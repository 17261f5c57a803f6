import { type PromptKey, promptKey, promptLimits, promptRoutes } from '@aichat/contracts/prompts'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { companyOf } from '../companies/store.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { currentPrompt, currentPrompts } from './current.ts'
import { shipped } from './defaults.ts'
import { addVersion, versionsOf } from './store.ts'
import { tryOut } from './try-out.ts'

export function mountPrompts(http: Http, app: App): void {
  const { db } = app

  function change(companyId: string, key: PromptKey, text: string | null, note: string, createdBy: string) {
    return db.company(companyId, async (sql) => {
      await addVersion(sql, { companyId, key, text, note, createdBy })
      return currentPrompt(sql, key)
    })
  }

  serve(
    http,
    promptRoutes,
  )({
    list: async ({ caller }) => ({ prompts: await db.company(caller.companyId, currentPrompts) }),

    save: ({ caller, params, body }) =>
      change(caller.companyId, keyOf(params.key), body.text, body.note ?? '', caller.name),

    reset: ({ caller, params }) => change(caller.companyId, keyOf(params.key), null, '', caller.name),

    versions: async ({ caller, params }) => {
      const key = keyOf(params.key)
      const versions = await db.company(caller.companyId, (sql) =>
        versionsOf(sql, key, promptLimits.versions),
      )
      return {
        versions: versions.map(({ key: _, text, ...version }) => ({
          ...version,
          text: text ?? shipped[key].text,
          isDefault: text === null,
        })),
      }
    },

    tryOut: async ({ caller, params, body }) => {
      const key = keyOf(params.key)
      await app.limits.consume('tryPrompt', caller.companyId)
      const { prompt, company } = await db.company(caller.companyId, async (sql) => ({
        prompt: await currentPrompt(sql, key),
        company: await companyOf(sql),
      }))
      return tryOut(app, { text: body.text ?? prompt.text }, company.name, body.sample)
    },
  })
}

function keyOf(text: string): PromptKey {
  const key = z.safeParse(promptKey, text)
  return key.success ? key.data : notFound()
}
