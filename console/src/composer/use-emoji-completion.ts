import { useQuery } from '@tanstack/react-query'
import { type Completion, useCompletion } from '../ui/forms/use-completion.ts'
import { findEmoji, matchShortcode } from './emoji-shortcodes.ts'

const maxChoices = 8

/** Completes `:smi` before the caret to an emoji. The shortcodes are loaded at the first use. */
export function useEmojiCompletion(
  text: string,
  caret: number,
  replaceRange: (from: number, to: number, emoji: string) => void,
): Completion {
  const prefix = matchShortcode(text.slice(0, caret))
  const { data: shortcodes } = useQuery({
    queryKey: ['emoji-names'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/emojibase/en/shortcodes/github.json', { signal })
      if (!response.ok) throw new Error(`Failed to load the emoji names: ${response.status}`)
      return (await response.json()) as Record<string, string | string[]>
    },
    enabled: prefix !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const choices = prefix === null || !shortcodes ? [] : findEmoji(shortcodes, prefix, maxChoices)
  return useCompletion({
    label: 'Emoji',
    text,
    choices,
    onChoose: ({ text: emoji }) => replaceRange(caret - (prefix?.length ?? 0) - 1, caret, emoji),
  })
}
