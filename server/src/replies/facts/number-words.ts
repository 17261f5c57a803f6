import { type Language, type NumberLanguage, numberLanguages } from './number-languages.ts'

export type WrittenNumber = {
  value: number
  /** Index of its first character, and of the one after its last. */
  start: number
  end: number
  /** The languages in which the words are this number. */
  languages: Language[]
  /** The single word of a number that is also another word in one of the languages, such as "once". */
  isAmbiguous: boolean
}

type Word = { text: string; start: number; end: number }

const maxWords = 12

/** Finds numbers that are written in words, of any size below a billion, such as "two hundred and five". */
export function findWrittenNumbers(text: string): WrittenNumber[] {
  const words = [...text.matchAll(/\p{L}+/gu)].map(
    ({ 0: found, index }): Word => ({ text: stripAccents(found), start: index, end: index + found.length }),
  )
  const numbers: WrittenNumber[] = []
  for (let index = 0; index < words.length; ) {
    const longest = findLongest(words, index, text)
    if (longest) numbers.push(longest.number)
    index += longest?.count ?? 1
  }
  return numbers
}

type Candidate = { number: WrittenNumber; count: number }

function findLongest(words: Word[], from: number, text: string): Candidate | null {
  const first = words[from]
  if (!first || !startsNumber(first.text)) return null
  let best: Candidate | null = null
  for (const [language, rules] of numberLanguages) {
    const found = readSequence(words, from, text, rules)
    if (!found || (best && found.count < best.count)) continue
    const end = words[from + found.count - 1]?.end ?? first.end
    const isTie: boolean = best !== null && best.count === found.count && best.number.value === found.value
    const languages: Language[] = isTie && best ? [...best.number.languages, language] : [language]
    const isAmbiguous = found.count === 1 && ambiguousWords.has(first.text)
    best = {
      number: { value: found.value, start: first.start, end, languages, isAmbiguous },
      count: found.count,
    }
  }
  return best
}

/** Words that are a number in one language and another word in the same or another one. */
const ambiguousWords = new Set(
  'once due dos sei cent cents vingts mil mille elf sept neuf onze set tres million milione cien cento'.split(
    ' ',
  ),
)

const starts = new Set(
  [...numberLanguages].flatMap(([, { words }]) => [...words.keys()].map((word) => word.slice(0, 2))),
)

function startsNumber(word: string): boolean {
  return starts.has(word.slice(0, 2))
}

/** Reads words as long as they continue one number. Connectors such as "and" count only between two parts. */
function readSequence(words: Word[], from: number, text: string, rules: NumberLanguage) {
  let sum: Sum | null = null
  let best: { value: number; count: number } | null = null
  for (let count = 0; count < maxWords; count++) {
    const word = words[from + count]
    const previous = words[from + count - 1]
    if (!word || (previous && count > 0 && !/^[ -]$/.test(text.slice(previous.end, word.start)))) break
    if (rules.connectors.has(word.text) && sum) {
      sum = connect(sum)
      continue
    }
    const parts = splitCompound(word.text, rules)
    if (!parts) break
    const next: Sum | null = addParts(sum ?? emptySum, parts, rules)
    if (!next) break
    sum = next
    best = { value: sum.total + sum.group, count: count + 1 }
  }
  return best
}

/** Splits "zweihundertfünf" into the numbers 2, 100, 5; null when it is no number. Prefers long parts. */
function splitCompound(word: string, rules: NumberLanguage): Part[] | null {
  const whole = rules.words.get(word)
  if (whole !== undefined) return [whole]
  if (!rules.isCompounding || word.length > 60) return null
  for (let length = Math.min(word.length - 1, rules.maxLength); length > 1; length--) {
    const head = word.slice(0, length)
    const part = rules.connectors.has(head) ? 'connector' : rules.words.get(head)
    if (part === undefined) continue
    const tail = splitCompound(word.slice(length), rules)
    if (tail) return [part, ...tail]
  }
  return null
}

type Part = number | 'connector'
/** `group` is the part below the next thousand. */
type Sum = { total: number; group: number; isConnected: boolean }
const connect = (sum: Sum): Sum => ({ ...sum, isConnected: true })
const emptySum: Sum = { total: 0, group: 0, isConnected: false }

function addParts(sum: Sum, parts: Part[], rules: NumberLanguage): Sum | null {
  let current: Sum | null = sum
  for (const part of parts) {
    if (!current) return null
    current = part === 'connector' ? connect(current) : addNumber(current, part, rules)
  }
  return current
}

function addNumber({ total, group, isConnected }: Sum, value: number, rules: NumberLanguage): Sum | null {
  const next = (newGroup: number) => ({ total, group: newGroup, isConnected: false })
  if (value >= 1000) {
    if (total > 0 && total < value * 1000 && total % (value * 1000) !== 0) return null
    return { total: total + (group || 1) * value, group: 0, isConnected: false }
  }
  if (value === 100) return group < 10 || (group < 100 && group > 10) ? next((group || 1) * 100) : null
  if (value > 100) return group === 0 ? next(value) : null
  const rest = group % 100
  // "quatre-vingt" is four times twenty.
  if (rules.hasScores && value === 20 && rest === 4) return next(group - 4 + 80)
  if (value >= 20) {
    if (rest === 0) return next(group + value)
    return rules.isUnitFirst && isConnected && rest < 10 ? next(group + value) : null
  }
  if (value >= 10)
    return rest === 0 || (rules.hasScores && (rest === 60 || rest === 80)) ? next(group + value) : null
  const canFollow = rest === 0 || (rest >= 20 && rest % 10 === 0) || (rules.hasScores && rest % 20 === 10)
  return canFollow ? next(group + value) : null
}

export function stripAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
}
