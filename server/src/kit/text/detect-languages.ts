/** Words that identify a language, normalized like the words that they are compared with. */
export type Vocabulary<Language> = { language: Language; words: ReadonlySet<string> }

/** How many of the words belong to each language. */
export function countWords<Language>(
  words: readonly string[],
  vocabularies: readonly Vocabulary<Language>[],
): { language: Language; count: number }[] {
  return vocabularies.map(({ language, words: own }) => ({
    language,
    count: words.filter((word) => own.has(word)).length,
  }))
}

/** The languages that most words match: several if their counts are equal, none if no word matches. */
export function detectLanguages<Language>(
  words: readonly string[],
  vocabularies: readonly Vocabulary<Language>[],
): Language[] {
  const counts = countWords(words, vocabularies)
  const highest = Math.max(...counts.map(({ count }) => count))
  return highest === 0 ? [] : counts.filter(({ count }) => count === highest).map(({ language }) => language)
}
