import type { Choice } from '../ui/use-completion.ts'

/** What follows the colon that stands before the caret, after a space or at the start: `:smi`; a time is none. */
export function emojiBegun(before: string): string | null {
  return /(?:^|\s):([a-z+-][a-z0-9_+-]{1,30})$/i.exec(before)?.[1]?.toLowerCase() ?? null
}

/** By hex code points, the names of an emoji. The name itself comes first, then the shortest that begins so. */
export function emojiOf(names: Record<string, string | string[]>, begun: string, most: number): Choice[] {
  return Object.entries(names)
    .flatMap(([key, known]) => {
      const name = [known].flat().find((one) => one.startsWith(begun))
      return name ? { key, name } : []
    })
    .sort((one, other) => one.name.length - other.name.length)
    .slice(0, most)
    .map(({ key, name }) => {
      const text = String.fromCodePoint(...key.split('-').map((point) => Number.parseInt(point, 16)))
      return { key, name: `${text} ${name}`, text }
    })
}
