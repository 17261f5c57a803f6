import { normalizeText } from '../../knowledge/search/normalize-text.ts'
import { languages as allLanguages, type LanguageData } from '../language/language-data.ts'

const suffix = ' plan'
/** Where most words have a capital, it marks no names. */
const maxCapitals = 0.6

/** The plans that a question names, each as its name in lower case and 'plan' in any language: 'Pro-Tarif' is 'pro plan'. */
export function findPlanNames(text: string, languages: LanguageData[]): string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const has = (kind: 'plans' | 'planNames', word: string) =>
    languages.some(({ identifiers }) => identifiers[kind].has(normalizeText(word)))
  const isQuestionWord = (word: string) =>
    languages.some(({ questionWords }) => questionWords.has(normalizeText(word)))
  const isVague = (word: string) => languages.some(({ vagueWords }) => vagueWords.has(normalizeText(word)))
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length / words.length
  const marksNames = capitals <= maxCapitals && !languages.some(({ hasCapitalNouns }) => hasCapitalNouns)
  const isName = (index: number) => {
    const word = words[index] ?? ''
    const isCapitalized = /^\p{Lu}/u.test(word)
    // 'pro' is also a German preposition.
    if (has('planNames', word) && (isCapitalized || !isQuestionWord(word))) return true
    const isCommon = isQuestionWord(word) || isVague(word) || has('plans', word)
    return marksNames && index > 0 && isCapitalized && word.length > 1 && !isCommon
  }
  return words.flatMap((word, index) => {
    if (!has('plans', word)) return []
    const beside = [index - 1, index + 1].find(isName)
    return beside === undefined ? [] : [`${words[beside]?.toLowerCase()}${suffix}`]
  })
}

export function isPlan(identifier: string): boolean {
  return identifier.endsWith(suffix)
}

const planWords = [...new Set(allLanguages.flatMap(({ identifiers }) => [...identifiers.plans]))].join('|')

/** Whether the text names the plan: with a capital, as in a price list, or beside a word for plans. 'pro Monat' is no plan. */
export function containsPlan(text: string, identifier: string): boolean {
  const name = identifier.slice(0, -suffix.length)
  const capitalized = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const asWord = (pattern: string) => `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`
  return (
    new RegExp(asWord(`${capitalized}|${name.toUpperCase()}`), 'u').test(text) ||
    new RegExp(asWord(`${name}[\\s-]{1,2}(?:${planWords})|(?:${planWords})\\W{1,2}${name}`), 'iu').test(text)
  )
}
