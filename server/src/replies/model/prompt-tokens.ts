import { truncateText } from '@aichat/contracts/kit/text'

/** Takes texts from the beginning while they fit, and cuts the first one where it alone does not. */
export function takeWithin(maxTokens: number, texts: string[], takesFirst = true): string[] {
  let tokens = 0
  const taken: string[] = []
  for (const text of texts) {
    tokens += countTokens(text)
    if (tokens > maxTokens) break
    taken.push(text)
  }
  const [first] = texts
  if (taken.length > 0 || !takesFirst || first === undefined) return taken
  const end = first.slice(first.lastIndexOf('\n'))
  return [`${cutToTokens(first.slice(0, first.lastIndexOf('\n')), maxTokens - countTokens(end))}${end}`]
}

const bytesPerToken = 3

/** An estimate that is rather too high, as tokenizers differ. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

export function cutToTokens(text: string, maxTokens: number): string {
  if (countTokens(text) <= maxTokens) return text
  const share = Math.max(0, maxTokens) / countTokens(text)
  return truncateText(text, Math.floor(text.length * share))
}
