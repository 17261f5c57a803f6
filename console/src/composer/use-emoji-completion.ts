import { useQuery } from '@tanstack/react-query'
import { type Completion, useCompletion } from '../ui/use-completion.ts'
import { emojiBegun, emojiOf } from './emoji-shortcodes.ts'

const most = 8

/** A colon and two letters before the caret offer the emoji whose names begin so. Their names are loaded then. */
export function useEmojiWords(
  text: string,
  caret: number,
  replace: (from: number, to: number, emoji: string) => void,
): Completion {
  const begun = emojiBegun(text.slice(0, caret))
  const { data: names } = useQuery({
    queryKey: ['emoji-names'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/emojibase/en/shortcodes/github.json', { signal })
      return (await answer.json()) as Record<string, string | string[]>
    },
    enabled: begun !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const choices = begun === null || !names ? [] : emojiOf(names, begun, most)
  return useCompletion({
    label: 'Emoji',
    text,
    choices,
    onChoose: ({ text: emoji }) => replace(caret - (begun?.length ?? 0) - 1, caret, emoji),
  })
}
