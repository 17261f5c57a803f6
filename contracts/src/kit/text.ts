const graphemes = new Intl.Segmenter()
/** A longer cluster, such as a letter with dozens of combining marks, is cut between its code points. */
const maxGraphemeLength = 32

/**
 * Cuts text to at most `maxLength` UTF-16 code units, the unit of `String.length` and of the limits in the contracts. It never
 * splits a surrogate pair, which PostgreSQL could not store, and keeps characters that consist of several code points whole.
 */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const around = text.slice(0, maxLength + maxGraphemeLength)
  const start = graphemes.segment(around).containing(maxLength)?.index ?? maxLength
  if (maxLength - start < maxGraphemeLength) return text.slice(0, start)
  const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1))
  return text.slice(0, isInPair ? maxLength - 1 : maxLength)
}
