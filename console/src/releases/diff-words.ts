import { diffWordsWithSpace } from 'diff'

export type TextPart = { text: string; isChanged: boolean }

/** The unchanged text that is shown on each side of a change, in characters. */
const maxContext = 120

/** The parts of both texts, with the words that differ. Long unchanged stretches are shortened. */
export function diffWords(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const parts = diffWordsWithSpace(before, after)
  const listParts = (isOwn: 'added' | 'removed', isOther: 'added' | 'removed') =>
    parts
      .map((part, index) => ({
        text:
          part.added || part.removed
            ? part.value
            : shorten(part.value, index === 0, index === parts.length - 1),
        isChanged: part[isOwn],
        isHidden: part[isOther],
      }))
      .filter(({ isHidden }) => !isHidden)
      .map(({ text, isChanged }) => ({ text, isChanged }))
  return { before: listParts('removed', 'added'), after: listParts('added', 'removed') }
}

function shorten(text: string, isFirst: boolean, isLast: boolean): string {
  const start = isFirst ? 0 : maxContext
  const end = isLast ? 0 : maxContext
  if (text.length <= start + end + maxContext) return text
  return `${text.slice(0, start)}…${end === 0 ? '' : text.slice(-end)}`
}
