import { type Prompt, type PromptKey, promptKeys } from '@aichat/contracts/ai/prompts'
import type { Sql } from '../kit/db/db.ts'
import { defaultPrompts } from './defaults.ts'
import { listCurrentVersions } from './store.ts'

/** All prompts with their current text: the company's own, or the default. */
export async function listPrompts(sql: Sql): Promise<Prompt[]> {
  const changed = new Map((await listCurrentVersions(sql)).map((version) => [version.key, version]))
  return promptKeys.map((key) => {
    const own = changed.get(key)
    return {
      key,
      ...defaultPrompts[key],
      text: own?.text ?? defaultPrompts[key].text,
      isCustom: typeof own?.text === 'string',
      isUsed: true,
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

/** Replaces {placeholders} in one pass. Placeholders without a value stay in the text; empty lines are removed. */
export function renderPrompt(text: string, values: Record<string, string>): string {
  return text
    .replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
    )
    .replace(/\n{2,}/g, '\n')
    .trim()
}
