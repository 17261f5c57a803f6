const phraseLength = 8
/** A whole private sentence of at least this length counts as well, however short. */
const minSentenceLength = 5

export type PrivatePhrases = {
  /**
   * Whether the sentence, together with the words before it, repeats eight consecutive private words, or a whole private
   * sentence.
   */
  isRepeatedIn(sentence: string): boolean
}

/** Detects that a model repeats its instructions. What `publicTexts` say may be repeated. */
export function createPrivatePhrases(privateTexts: string[], publicTexts: string[]): PrivatePhrases {
  const shortSentences = privateTexts
    .flatMap((text) => text.split(/[.!?\n]+/))
    .map(toWords)
    .filter(({ length }) => length >= minSentenceLength && length < phraseLength)
  const phrases = new Set([
    ...privateTexts.flatMap((text) => listPhrases(toWords(text), phraseLength)),
    ...shortSentences.map((words) => words.join(' ')),
  ])
  const lengths = new Set([phraseLength, ...shortSentences.map(({ length }) => length)])
  const listAllPhrases = (words: string[]) => [...lengths].flatMap((length) => listPhrases(words, length))
  for (const phrase of publicTexts.flatMap((text) => listAllPhrases(toWords(text)))) phrases.delete(phrase)
  let precedingWords: string[] = []
  return {
    isRepeatedIn(sentence) {
      const words = [...precedingWords, ...toWords(sentence)]
      precedingWords = words.slice(1 - phraseLength)
      return listAllPhrases(words).some((phrase) => phrases.has(phrase))
    },
  }
}

function toWords(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function listPhrases(words: string[], length: number): string[] {
  return words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '))
}
