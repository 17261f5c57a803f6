import { normalizeText } from '../../knowledge/search/normalize-text.ts'
import { type IdentifierWords, type LanguageData, products } from '../language/language-data.ts'
import { containsPlan, findPlanNames, isPlan } from './plan-names.ts'

/** A word of letters and digits, or of digits with separators: `E-42`, `v2.3`, `X100`, `1.2.3`. */
const code = /^(?=.*\d)(?:(?=.*\p{L})[\p{L}\d._-]{2,}|\d+(?:[._-]\d+){2,})$/u
/** Ordinal numbers, sizes, times and figures have letters or separators too. */
const ordinary =
  /^(?:\d+(?:st|nd|rd|th|er|e|a|o|h|am|pm|k|m|kg|g|mg|km|cm|mm|l|ml|kb|mb|gb|tb|px|x|s|min|uhr)|[a-z]?\d{1,2}[:.]\d{2}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d)$/iu
/** After a word such as 'order', a long number is the visitor's own: the knowledge cannot contain it. */
const longNumber = /\d{6,}/
const decimal = /^\d+\.\d+$/
/** A shorter number occurs in many texts, so it counts with its name only. */
const minDistinctiveDigits = 3

/** Codes, versions, plans and numbered names in a question. An answer about another one is wrong. */
export function findIdentifiers(text: string, languages: LanguageData[]): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? []
  const hasSmallLetters = /\p{Ll}/u.test(text)
  const found = words.flatMap((word, index) => {
    const context = findContext(words, index, languages)
    if (longNumber.test(word) && context === 'references') return []
    if (code.test(word)) return ordinary.test(word) ? [] : [word.toLowerCase()]
    if (decimal.test(word)) {
      const isNamed = isProduct(words[index - 1] ?? '') || isProperName(words, index - 1, languages)
      return context === 'versions' || isNamed ? [word] : []
    }
    if (isLetterOfName(words, index, languages) && hasSmallLetters)
      return [`${(words[index - 1] ?? '').toLowerCase()} ${word.toLowerCase()}`]
    return /^\d+$/.test(word) ? readNumber(words, index, context, languages) : []
  })
  return [...new Set([...found, ...findPlanNames(text, languages)])]
}

/** What the word before a number says about it: 'order no. 4711' is a reference. */
function findContext(
  words: string[],
  index: number,
  languages: LanguageData[],
): keyof IdentifierWords | null {
  for (let before = index - 1; before >= 0; before--) {
    const word = normalizeText(words[before] ?? '')
    for (const kind of ['references', 'items', 'versions'] as const)
      if (languages.some(({ identifiers }) => identifiers[kind].has(word))) return kind
    if (!languages.some(({ identifiers }) => identifiers.numberWords.has(word))) return null
  }
  return null
}

function readNumber(
  words: string[],
  index: number,
  context: keyof IdentifierWords | null,
  languages: LanguageData[],
): string[] {
  const number = words[index] ?? ''
  const name = (words[index - 1] ?? '').toLowerCase()
  const isOfProduct = isProduct(name)
  if (context === 'items' || (context === 'versions' && !isOfProduct))
    return number.length >= minDistinctiveDigits || !/^\p{L}+$/u.test(name) ? [number] : [`${name} ${number}`]
  const isProper = isProperName(words, index - 1, languages)
  if (
    isOfProduct ||
    (isProper && number.length < minDistinctiveDigits && isNumberOfName(words, index, languages))
  )
    return [[name, number, ...listVariants(words, index + 1)].join(' ')]
  if (longNumber.test(number) && isFollowedByNoun(words, index, languages)) return []
  if (longNumber.test(number)) return [number]
  return isNumberOfName(words, index, languages) ? [number] : []
}

/** A figure counts what follows it: '100000 euros'. */
function isFollowedByNoun(words: string[], index: number, languages: LanguageData[]): boolean {
  const after = normalizeText(words[index + 1] ?? '')
  return (
    after !== '' &&
    !languages.some(({ questionWords, vagueWords }) => questionWords.has(after) || vagueWords.has(after))
  )
}

/** 'Pier C' and 'zone B', but not the article of 'Create A Project' and not 'I'. */
function isLetterOfName(words: string[], index: number, languages: LanguageData[]): boolean {
  const [name = '', letter = '', after = ''] = words.slice(Math.max(0, index - 1), index + 2)
  if (index === 0 || !/^[A-HJ-Z]$/.test(letter) || !/^\p{L}{4,}$/u.test(name)) return false
  if (/^[AEOY]$/.test(letter) && /^\p{Lu}/u.test(after)) return false
  const word = normalizeText(name)
  return !languages.some(({ questionWords, vagueWords }) => questionWords.has(word) || vagueWords.has(word))
}

/** The words after a number that belong to the name of a model: 'pro max'. */
function listVariants(words: string[], from: number): string[] {
  const rest = words.slice(from, from + 2).map((word) => word.toLowerCase())
  const end = rest.findIndex((word) => !products.variants.has(word))
  return end === -1 ? rest : rest.slice(0, end)
}

function isProduct(word: string): boolean {
  return products.names.has(normalizeText(word))
}

/** A capital marks a name, except at the start of a sentence and where all nouns have one. */
function isProperName(words: string[], index: number, languages: LanguageData[]): boolean {
  const word = words[index] ?? ''
  return index > 0 && /^\p{Lu}/u.test(word) && !languages.some(({ hasCapitalNouns }) => hasCapitalNouns)
}

/** Whether a number follows a name and precedes no unit: 'Fibre 400' and 'error 404', but not 'the last 7 days'. */
function isNumberOfName(words: string[], index: number, languages: LanguageData[]): boolean {
  const after = normalizeText(words[index + 1] ?? '')
  const name = normalizeText(words[index - 1] ?? '')
  const isName =
    /^\p{L}{4,}/u.test(name) &&
    !languages.some(
      ({ questionWords, vagueWords, months }) =>
        questionWords.has(name) || vagueWords.has(name) || months.has(name),
    )
  if (!isName) return false
  return (
    isProperName(words, index - 1, languages) ||
    after === '' ||
    languages.some(({ questionWords }) => questionWords.has(after))
  )
}

/** Whether the text contains the identifier as a word of its own. Separators between letters and digits do not count. */
export function containsIdentifier(text: string, identifier: string): boolean {
  if (isPlan(identifier)) return containsPlan(text, identifier)
  const [name = '', number, ...variants] = identifier.split(' ')
  if (number === undefined) return containsCode(text, name)
  if (/^\p{L}$/u.test(number)) return containsLetter(text, name, number.toUpperCase())
  return containsModel(text, { name, number, variants })
}

/** Other letters of the same name may stand before it, and ranges contain it: 'zones A, C and D', 'zones A to D'. */
function containsLetter(text: string, name: string, letter: string): boolean {
  const lists = new RegExp(`(?<![\\p{L}\\p{N}])${name}\\p{L}{0,2}[\\s-]+(${letters})`, 'giu')
  for (const [, list = ''] of text.matchAll(lists)) {
    const named = new Set(list.match(/(?<!\p{L})[A-Z](?!\p{L})/gu))
    if (named.has(letter)) return true
    for (const [, from = '', to = ''] of list.matchAll(letterRange))
      if (from < letter && letter < to) return true
  }
  return false
}

const single = '[A-Z](?![\\p{L}\\p{N}])'
const letters = `${single}(?:(?:\\s?[,/&+–-]\\s?|\\s\\p{L}{1,3}\\s)${single})*`
const letterRange = /([A-Z])\s?(?:[–-]|\s(?:to|through|bis|a|al|à|até|tot)\s)\s?([A-Z])/gu

function containsCode(text: string, identifier: string): boolean {
  const [first = '', ...rest] = identifier.match(/\p{L}+|\d+/gu) ?? []
  let pattern = first
  let previous = first
  for (const part of rest) {
    // Without a separator, '2.1' would be found in '21'.
    const isBetweenDigits = /\d$/.test(previous) && /^\d/.test(part)
    pattern += `[\\s._-]${isBetweenDigits ? '' : '?'}${part}`
    previous = part
  }
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.])${pattern}(?![\\p{L}\\p{N}]|[.]\\d)`, 'iu').test(text)
}

type Model = { name: string; number: string; variants: string[] }

const variant = `(?:${[...products.variants].join('|')})`
/** Other numbers of the same name may stand before it: 'Windows 10 and 11'. */
const others = `(?:\\d+(?:\\s${variant}){0,2}(?:\\s?[,/&+–-]\\s?|\\s\\p{L}{1,4}\\s)){0,6}`

function containsModel(text: string, { name, number, variants }: Model): boolean {
  const own = [number, ...variants].join('[\\s-]?')
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${name}\\p{L}{0,2}[\\s.:_#-]{0,3}${others}${own}(?![\\p{L}\\p{N}]|[.]\\d|[\\s-]?${variant}(?!\\p{L}))`,
    'iu',
  ).test(text)
}
