const phraseLength = 8

export type PrivatePhrases = {
  /** Whether the sentence, together with the words before it, repeats eight consecutive private words. */
  isRepeatedIn(sentence: string): boolean
}

/** Detects that a model repeats its instructions. What `publicTexts` say may be repeated. */
export function createPrivatePhrases(privateTexts: string[], publicTexts: string[]): PrivatePhrases {
  const phrases = new Set(privateTexts.flatMap((text) => listPhrases(toWords(text))))
  for (const phrase of publicTexts.flatMap((text) => listPhrases(toWords(text)))) phrases.delete(phrase)
  let precedingWords: string[] = []
  return {
    isRepeatedIn(sentence) {
      const words = [...precedingWords, ...toWords(sentence)]
      precedingWords = words.slice(1 - phraseLength)
      return listPhrases(words).some((phrase) => phrases.has(phrase))
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

function listPhrases(words: string[]): string[] {
  return words.slice(phraseLength - 1).map((_, index) => words.slice(index, index + phraseLength).join(' '))
}
