import {
  type Prompt,
  type PromptKey,
  promptKey,
  promptLimits,
  promptRoutes,
} from '@aichat/contracts/ai/prompts'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { listChanges } from '../audit/list-changes.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany, lockCompany } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import { getPrompt, listPrompts } from './current.ts'
import { defaultPrompts } from './defaults.ts'
import { previewPrompt } from './preview-prompt.ts'
import { addVersion, listVersions } from './store.ts'

type Dependencies = Pick<App, 'log' | 'models'>

export function mountPrompts(http: Http, app: Dependencies): void {
  serve(
    http,
    promptRoutes,
  )({
    list: async ({ sql }) => ({ prompts: await listPrompts(sql) }),

    save: ({ sql, actor, params, body }) =>
      changePrompt(sql, actor, parsePromptKey(params.key), { text: body.text, note: body.note ?? '' }),

    reset: ({ sql, actor, params }) =>
      changePrompt(sql, actor, parsePromptKey(params.key), { text: null, note: '' }),

    versions: async ({ sql, params }) => {
      const key = parsePromptKey(params.key)
      const versions = await listVersions(sql, key, promptLimits.versions)
      return {
        versions: versions.map(({ key: _, text, ...version }) => ({
          ...version,
          text: text ?? defaultPrompts[key].text,
          isDefault: text === null,
        })),
      }
    },

    tryOut: async ({ sql, caller, params, body }) => {
      const prompt = await getPrompt(sql, parsePromptKey(params.key))
      const company = await getCompany(sql)
      return afterCommit(async () => {
        const { model } = await app.models.get({ companyId: caller.companyId, projectId: null })
        const text = body.text ?? prompt.text
        return previewPrompt({ model, log: app.log }, { text }, company.name, body.sample)
      })
    },
  })
}

/** Adds a version. The text null restores the default. */
async function changePrompt(
  sql: Sql,
  actor: Actor,
  key: PromptKey,
  { text, note }: { text: string | null; note: string },
): Promise<Prompt> {
  const { companyId, name: createdBy } = actor
  await lockCompany(sql)
  const before = await getPrompt(sql, key)
  await addVersion(sql, { companyId, key, text, note, createdBy })
  const after = await getPrompt(sql, key)
  const changes = listChanges(before, after, ['version', 'text'])
  await recordAuditEvent(sql, actor, 'prompt_changed', { kind: 'prompt', id: key, name: after.name, changes })
  return after
}

function parsePromptKey(text: string): PromptKey {
  const key = z.safeParse(promptKey, text)
  return key.success ? key.data : notFound()
}
