import { type Language, languageCodes } from '@aichat/contracts/kit/languages'
import { normalizePhrase } from '../language/normalize-phrase.ts'
import { phrases } from '../language/phrases.ts'

/** Between the verb and the word for staff: "talk to [a real] human". */
const maxWordsBetween = 4
/** Between a want and the word for staff: "I want [a real] human". */
const maxWordsAfterWant = 3

/** Whether any sentence asks to talk to a person. A question about people in the knowledge does not. */
export function requestsPerson(text: string): boolean {
  const sentences = text.split(/[.!?؟\n]+/).map(normalizePhrase)
  return languageCodes.some((language) => {
    const patterns = getPatterns(language)
    return sentences.some((words) => isRequest(words, patterns))
  })
}

/** Phrases as lists of words. */
type Patterns = {
  verbs: string[][]
  staff: string[][]
  wants: string[][]
  wantedStaff: string[][]
  about: string[][]
  contains: string[][]
  fillers: Set<string>
  hasVerbLast: boolean
}

const cache = new Map<Language, Patterns>()

function getPatterns(language: Language): Patterns {
  const cached = cache.get(language)
  if (cached) return cached
  const { person, fillers } = phrases[language]
  const split = (all: string[]) => all.map(normalizePhrase)
  const patterns = {
    verbs: split(person.verbs),
    staff: split(person.staff),
    wants: split(person.wants),
    wantedStaff: split(person.wantedStaff),
    about: split(person.about),
    contains: split(person.contains),
    fillers: new Set(fillers.flatMap(normalizePhrase)),
    hasVerbLast: person.hasVerbLast,
  }
  cache.set(language, patterns)
  return patterns
}

type Match = { from: number; to: number }

function isRequest(words: string[], patterns: Patterns): boolean {
  if (findAll(words, patterns.contains).length > 0) return true
  if (findAll(words, patterns.about).length > 0) return false
  const staff = findAll(words, patterns.staff)
  const isNear = (before: Match, after: Match, max: number) =>
    after.from >= before.to && after.from - before.to <= max
  const isAsked = findAll(words, patterns.verbs).some((verb) =>
    staff.some(
      (one) =>
        isNear(verb, one, maxWordsBetween) || (patterns.hasVerbLast && isNear(one, verb, maxWordsBetween)),
    ),
  )
  if (isAsked) return true
  const isEnd = ({ to }: Match) => words.slice(to).every((word) => patterns.fillers.has(word))
  const wanted = findAll(words, patterns.wantedStaff).filter(isEnd)
  return findAll(words, patterns.wants).some((want) =>
    wanted.some((one) => isNear(want, one, maxWordsAfterWant)),
  )
}

/** The positions at which any of the phrases occurs. */
function findAll(words: string[], all: string[][]): Match[] {
  return words.flatMap((_, from) =>
    all
      .filter((phrase) => phrase.length > 0 && phrase.every((word, index) => words[from + index] === word))
      .map((phrase) => ({ from, to: from + phrase.length })),
  )
}
