/** A sentence ends where a mark, its closing quotes and its citations are followed by something else, or at a line's end. */
const sentenceEnd = /(?:[.!?…]["'”’)\]]*(?:\s*\[[\d,\s]*\])*[ \t]+(?=[^\s[])|\n+)/g
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|no|nr|approx|incl|etc|vs|mr|mrs|ms|dr|st|inc|ltd|co|max|min|z\.b|ca|\p{L}|\d{1,2})\.\s*$/iu

/** Cuts what arrives piece by piece into whole sentences; joined, they are the text again. */
export function createSentenceSplitter() {
  let waiting = ''
  return {
    push(piece: string): string[] {
      waiting += piece
      const sentences: string[] = []
      let begun = 0
      for (const match of waiting.matchAll(sentenceEnd)) {
        const end = match.index + match[0].length
        const sentence = waiting.slice(begun, end)
        if (!match[0].includes('\n') && abbreviation.test(sentence.trimEnd())) continue
        sentences.push(sentence)
        begun = end
      }
      waiting = waiting.slice(begun)
      return sentences
    },
    end(): string[] {
      const rest = waiting
      waiting = ''
      return rest === '' ? [] : [rest]
    },
  }
}
