import { normalizeText } from '../knowledge/normalize-text.ts'
import type { LanguageData } from './language-data.ts'

/** A word of letters and digits, or of digits with separators: `E-42`, `v2.3`, `X100`, `1.2.3`. */
const code = /^(?=.*\d)(?:(?=.*\p{L})[\p{L}\d._-]{2,}|\d+(?:[._-]\d+){2,})$/u
/** Ordinal numbers, sizes, times and figures have letters or separators too. */
const ordinary =
  /^(?:\d+(?:st|nd|rd|th|er|e|a|o|h|am|pm|k|m|kg|g|mg|km|cm|mm|l|ml|kb|mb|gb|tb|px|x|s|min|uhr)|[a-z]?\d{1,2}[:.]\d{2}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d)$/iu
/** Order and case numbers are the visitor's own: the knowledge cannot contain them. */
const reference = /\d{6,}/

/** Codes, versions and numbered names in a question. An answer about another one is wrong. */
export function findIdentifiers(text: string, languages: LanguageData[]): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? []
  return words
    .filter((word, index) => {
      if (reference.test(word)) return false
      if (code.test(word)) return !ordinary.test(word)
      return /^\d+$/.test(word) && isNumberOfName(words, index, languages)
    })
    .map((word) => word.toLowerCase())
}

/** Whether a number follows a name and precedes no unit: 'Fibre 400' and 'error 404', but not 'the last 7 days'. */
function isNumberOfName(words: string[], index: number, languages: LanguageData[]): boolean {
  const before = words[index - 1] ?? ''
  const after = normalizeText(words[index + 1] ?? '')
  const name = normalizeText(before)
  const isName =
    /^\p{L}{4,}/u.test(name) &&
    !languages.some(
      ({ questionWords, vagueWords, months }) =>
        questionWords.has(name) || vagueWords.has(name) || months.has(name),
    )
  if (!isName) return false
  const isProperName =
    index > 1 && /^\p{Lu}/u.test(before) && !languages.some(({ hasCapitalNouns }) => hasCapitalNouns)
  return isProperName || after === '' || languages.some(({ questionWords }) => questionWords.has(after))
}

/** Whether the text contains the identifier as a word of its own. Separators between letters and digits do not count. */
export function containsIdentifier(text: string, identifier: string): boolean {
  const [first = '', ...rest] = identifier.match(/\p{L}+|\d+/gu) ?? []
  const pattern = rest.reduce((joined, part) => `${joined}[\\s._-]?${part}`, first)
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.])${pattern}(?![\\p{L}\\p{N}]|[.]\\d)`, 'iu').test(text)
}
