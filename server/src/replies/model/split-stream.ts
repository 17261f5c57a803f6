import { endsWithAbbreviation } from '../../knowledge/index/split-sentences.ts'
import { citation } from './citations.ts'

/** A sentence ends after its punctuation, closing quotes and citations, or at a line break. A citation may still follow "(p", "(q" or "(s". */
const sentenceEnd = new RegExp(
  String.raw`(?:[.!?…]["'”’)*\]]*(?:\s*${citation})*[ \t]+(?=[^\s[【(]|\((?=[^pqs\s]))|\n+)`,
  'giu',
)
/** An initial, the number of a list item, or the day of a date: none of them ends a sentence. */
const initialOrNumber = /(?:^|[\s(])(?:\p{L}|\d{1,2})\.\s*$/iu

/** Splits a stream of text into sentences. The sentences joined are the original text. */
export function createSentenceSplitter() {
  let buffer = ''
  return {
    push(piece: string): string[] {
      buffer += piece
      const sentences: string[] = []
      let start = 0
      for (const match of buffer.matchAll(sentenceEnd)) {
        const end = match.index + match[0].length
        const sentence = buffer.slice(start, end)
        if (
          !match[0].includes('\n') &&
          (endsWithAbbreviation(sentence.trimEnd()) || initialOrNumber.test(sentence))
        )
          continue
        sentences.push(sentence)
        start = end
      }
      buffer = buffer.slice(start)
      return sentences
    },
    end(): string[] {
      const rest = buffer
      buffer = ''
      return rest === '' ? [] : [rest]
    },
  }
}
