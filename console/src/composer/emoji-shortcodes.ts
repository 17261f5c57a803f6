import type { Choice } from '../ui/forms/use-completion.ts'

/** The unfinished shortcode before the caret, without its colon: `smi` for `Hi :smi`. `10:30` is not a shortcode. */
export function matchShortcode(beforeCaret: string): string | null {
  return /(?:^|\s):([a-z+-][a-z0-9_+-]{1,30})$/i.exec(beforeCaret)?.[1]?.toLowerCase() ?? null
}

/** Emoji with a shortcode that starts with `prefix`, shortest first. `shortcodes` is keyed by hex code points. */
export function findEmoji(
  shortcodes: Record<string, string | string[]>,
  prefix: string,
  maxChoices: number,
): Choice[] {
  return Object.entries(shortcodes)
    .flatMap(([key, names]) => {
      const name = [names].flat().find((one) => one.startsWith(prefix))
      return name ? { key, name } : []
    })
    .sort((one, other) => one.name.length - other.name.length)
    .slice(0, maxChoices)
    .map(({ key, name }) => {
      const text = String.fromCodePoint(...key.split('-').map((point) => Number.parseInt(point, 16)))
      return { key, name: `${text} ${name}`, text }
    })
}
