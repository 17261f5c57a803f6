import { countWords, detectLanguages } from '../../kit/text/detect-languages.ts'
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
export function detectSearchConfig(parts: string[]): string {
  return detectLanguages(listWords(takeStart(parts)), stopWordSets)[0] ?? 'english'
}

/** The configuration for a passage of a page: that of the page unless the passage is clearly in another language. */
export function detectPassageConfig(text: string, pageConfig: string): string {
  const counts = countWords(listWords(text.slice(0, maxCharacters)), stopWordSets)
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one))
  const ofPage = counts.find(({ language }) => language === pageConfig)?.count ?? 0
  return best.count >= minStopWords && best.count >= ofPage * minRatio ? best.language : pageConfig
}

function listWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .match(/\p{L}+/gu) ?? []
  )
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
