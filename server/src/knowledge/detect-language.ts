import stopWords from './stop-words.json' with { type: 'json' }

/** Frequent short words of each language, without accents, that are rare in the others. */
const stopWordSets = Object.entries(stopWords).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}))
const maxCharacters = 20_000

/** A passage is in another language than its page if it has this many stop words of that, and this many times as many. */
const minStopWords = 4
const minRatio = 2

/** The PostgreSQL text search configuration for the parts of a text. English when no stop word matches. */
export function detectLanguage(parts: string[]): string {
  const best = findMostFrequent(countStopWords(takeStart(parts)))
  return best.count > 0 ? best.language : 'english'
}

/** The configuration for a passage of a page: that of the page unless the passage is clearly in another language. */
export function detectPassageLanguage(text: string, pageLanguage: string): string {
  const counts = countStopWords(text.slice(0, maxCharacters))
  const best = findMostFrequent(counts)
  const ofPage = counts.find(({ language }) => language === pageLanguage)?.count ?? 0
  return best.count >= minStopWords && best.count >= ofPage * minRatio ? best.language : pageLanguage
}

type StopWordCount = { language: string; count: number }

function countStopWords(text: string): StopWordCount[] {
  const words = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .match(/\p{L}+/gu)
  return stopWordSets.map(({ language, words: own }) => ({
    language,
    count: (words ?? []).filter((word) => own.has(word)).length,
  }))
}

function findMostFrequent(counts: StopWordCount[]): StopWordCount {
  return counts.reduce((one, other) => (other.count > one.count ? other : one))
}

/** Without joining all of a long text. */
function takeStart(parts: string[]): string {
  let start = ''
  for (const part of parts) {
    if (start.length >= maxCharacters) break
    start += `${part}\n`
  }
  return start.slice(0, maxCharacters)
}
