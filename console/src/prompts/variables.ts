import type { Prompt } from '@aichat/contracts/prompts'

/** The {names} in a text that nothing is put in for, each once, in the order they come in. */
export function unknownVariables(text: string, variables: Prompt['variables']): string[] {
  const known = new Set(variables.map(({ name }) => name))
  const written = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return [...new Set(written)].filter((name) => !known.has(name))
}
