import { type Prompt, type PromptKey, promptKeys } from '@aichat/contracts/prompts'
import type { Sql } from '../kit/db/db.ts'
import { defaultPrompts } from './defaults.ts'
import { listCurrentVersions } from './store.ts'

/** The company's prompts as they are now, each with its text, changed or shipped. */
export async function listPrompts(sql: Sql): Promise<Prompt[]> {
  const changed = new Map((await listCurrentVersions(sql)).map((version) => [version.key, version]))
  return promptKeys.map((key) => {
    const own = changed.get(key)
    return {
      key,
      ...defaultPrompts[key],
      text: own?.text ?? defaultPrompts[key].text,
      isCustom: typeof own?.text === 'string',
      version: own?.version ?? 0,
      updatedAt: own?.createdAt ?? null,
      updatedBy: own?.createdBy ?? null,
    }
  })
}

export async function getPrompt(sql: Sql, key: PromptKey): Promise<Prompt> {
  const prompt = (await listPrompts(sql)).find((candidate) => candidate.key === key)
  if (!prompt) throw new Error(`There is no prompt ${key}`)
  return prompt
}

/** Puts values in for {names}, each once; a name without a value stays as it is written. Lines left empty go. */
export function renderPrompt(text: string, values: Record<string, string>): string {
  return text
    .replace(/\{(\w+)\}/g, (written, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : written,
    )
    .replace(/\n{2,}/g, '\n')
    .trim()
}
