import { cutSignature } from './cut-signature.ts'
import { findQuote, type Quote } from './find-quote.ts'

/** Longer texts are cut, as messages have at most 4,000 characters. */
const maxLength = 20_000
/** Lines within which the quoted email begins with `>`, when its client marks it so. */
const firstLines = 4

/** What the sender of a reply wrote, without the quoted email and the signature. */
export function cutReply(text: string): string {
  const limited = text.slice(0, maxLength)
  const quote = findQuote(limited)
  if (!quote) return cutSignature(limited)
  return [quote.own, ...listOwnPieces(quote)]
    .map((lines) => cutSignature(lines.join('\n')))
    .filter((piece) => piece !== '')
    .join('\n\n')
}

/** Text that the sender wrote between or below quoted lines. A quote without `>` has no end. */
function listOwnPieces({ rest }: Quote): string[][] {
  const firstWritten = rest.filter((line) => line.trim() !== '').slice(0, firstLines)
  if (!firstWritten.some((line) => line.startsWith('>'))) return []
  const pieces: string[][] = [[]]
  for (const line of rest) {
    if (line.startsWith('>')) pieces.push([])
    else pieces.at(-1)?.push(line)
  }
  return pieces.filter((piece) => piece.some((line) => line.trim() !== ''))
}
