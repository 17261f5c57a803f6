import { type Language, languageCodes } from '@aichat/contracts/kit/languages'
import { isOneEditAway } from '../../kit/text/edit-distance.ts'
import { normalizePhrase } from '../language/normalize-phrase.ts'
import { type Intent, intents, phrases } from '../language/phrases.ts'

export type DetectedIntent = { intent: Intent; language: Language }

/** Longer messages have a question in them. */
const maxWords = 14

/**
 * The intent of a message that is nothing but small talk or a request for a person, in any of the chat's languages. Null for
 * everything else. The language is the preferred one where a phrase has the same form in several, such as "merci".
 */
export function detectIntent(text: string, preferred: Language): DetectedIntent | null {
  const words = normalizePhrase(text)
  if (words.length === 0 || words.length > maxWords) return null
  const others = languageCodes.filter((language) => language !== preferred)
  for (const find of [findExact, findCorrected]) {
    const findIn = (language: Language): DetectedIntent[] => {
      const intent = find(words, getLexicon(language))
      return intent ? [{ intent, language }] : []
    }
    const [own] = findIn(preferred)
    if (own) return own
    const [first, second] = others.flatMap(findIn)
    if (first) return second ? { ...first, language: preferred } : first
  }
  return null
}

/** A phrase is good news, which counts as small talk beside thanks only. */
type Meaning = Intent | 'goodNews'

/** One word of the message. */
const wildcard = '*'

type Lexicon = {
  /** The phrases that begin with a word, the longest first. */
  byFirstWord: Map<string, { words: string[]; meanings: Meaning[] }[]>
  fillers: Set<string>
  vocabulary: Set<string>
}

const lexicons = new Map<Language, Lexicon>()

function getLexicon(language: Language): Lexicon {
  const cached = lexicons.get(language)
  if (cached) return cached
  const { smallTalk, fillers, goodNews } = phrases[language]
  const meaningsByPhrase = new Map<string, Meaning[]>()
  const add = (phrase: string, found: Meaning[]) => {
    const key = toKey(phrase)
    meaningsByPhrase.set(key, [...(meaningsByPhrase.get(key) ?? []), ...found])
  }
  for (const intent of intents) for (const phrase of smallTalk[intent]) add(phrase, [intent])
  for (const filler of fillers) add(filler, [])
  for (const phrase of goodNews) if (!meaningsByPhrase.has(toKey(phrase))) add(phrase, ['goodNews'])
  const all = [...meaningsByPhrase].map(([key, meanings]) => ({ words: key.split(' '), meanings }))
  const byFirstWord: Lexicon['byFirstWord'] = new Map()
  for (const one of all.sort((a, b) => b.words.length - a.words.length)) {
    const first = one.words[0] ?? ''
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), one])
  }
  const lexicon = {
    byFirstWord,
    fillers: new Set(fillers.map((filler) => normalizePhrase(filler).join(' '))),
    vocabulary: new Set(all.flatMap(({ words }) => words)),
  }
  lexicons.set(language, lexicon)
  return lexicon
}

function toKey(phrase: string): string {
  const words = phrase.split(' ').flatMap((word) => (word === wildcard ? wildcard : normalizePhrase(word)))
  return words.join(' ')
}

/** The first intent, in the order of `intents`, of phrases and fillers that make up all words. */
function findExact(words: string[], { byFirstWord, fillers }: Lexicon): Intent | null {
  const found = new Set<Meaning>()
  for (let from = 0; from < words.length; ) {
    let end = 0
    for (const phrase of [words[from] ?? '', wildcard].flatMap((word) => byFirstWord.get(word) ?? [])) {
      end = matchPhrase(words, from, phrase.words, fillers)
      if (end === 0) continue
      for (const meaning of phrase.meanings) found.add(meaning)
      break
    }
    if (end === 0) return null
    from = end
  }
  if (found.has('goodNews')) return found.has('thanks') ? 'thanks' : null
  return intents.find((intent) => found.has(intent)) ?? null
}

/** Where the phrase ends that begins at `from`, with fillers between its words; 0 where it does not. */
function matchPhrase(words: string[], from: number, phrase: string[], fillers: Set<string>): number {
  let at = from
  for (const expected of phrase) {
    if (expected !== wildcard)
      while (at > from && words[at] !== expected && fillers.has(words[at] ?? '')) at++
    if (at >= words.length || (expected !== wildcard && words[at] !== expected)) return 0
    at++
  }
  return at
}

/** A shorter word is too likely to be another one. */
const minCorrectedLength = 4

function findCorrected(words: string[], lexicon: Lexicon): Intent | null {
  const corrected = words.map((word) => {
    if (word.length < minCorrectedLength || lexicon.vocabulary.has(word)) return word
    const isCandidate = word.length > minCorrectedLength ? isOneEditAway : isTransposition
    return [...lexicon.vocabulary].find((one) => isCandidate(word, one)) ?? word
  })
  return corrected.some((word, index) => word !== words[index]) ? findExact(corrected, lexicon) : null
}

function isTransposition(one: string, other: string): boolean {
  return (
    one.length === other.length &&
    isOneEditAway(one, other) &&
    [...one].sort().join() === [...other].sort().join()
  )
}
