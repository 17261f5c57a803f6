import type { Prompt } from '@aichat/contracts/ai/prompts'

/** The {variables} in a text that the prompt does not define, each once, in order. */
export function unknownVariables(text: string, variables: Prompt['variables']): string[] {
  const known = new Set(variables.map(({ name }) => name))
  const used = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return [...new Set(used)].filter((name) => !known.has(name))
}
