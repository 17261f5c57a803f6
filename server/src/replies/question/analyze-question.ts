import { truncateText } from '@aichat/contracts/kit/text'
import type { Sql } from '../../kit/db/db.ts'
import { splitSentences } from '../../knowledge/index/split-sentences.ts'
import { normalizeText, tokenize } from '../../knowledge/search/normalize-text.ts'
import type { WeightedWord } from '../../knowledge/search/search.ts'
import {
  countChunksByWord,
  findWordFamilies,
  stemAndCountWords,
  stemTexts,
} from '../../knowledge/search/word-store.ts'
import { readWeekday, weekdayWords } from '../facts/calendar.ts'
import { detectQuestionLanguages, type LanguageData } from '../language/language-data.ts'
import type { AnalyzedQuestion, Concept, SearchScope } from '../types.ts'
import { type ConceptDraft, toConcept, weighWords, withoutVagueness } from './concept.ts'
import { correctSpelling, isTypoOf } from './correct-spelling.ts'
import { findIdentifiers } from './identifiers.ts'
import { maxWordCharacters } from './join-question.ts'
import { splitCompounds } from './split-compounds.ts'
import { loadSynonyms } from './synonyms.ts'
import { listAskedTimeWords } from './time-words.ts'
import { listVerbForms } from './verb-forms.ts'

const maxConcepts = 40
/** The words of the previous question say what a follow-up is about, but its own words decide. */
const contextFactor = 0.6

/** `languages` are the text search configurations in which words are stemmed. */
type Scope = Pick<SearchScope, 'answers' | 'languages' | 'typos'>
type Options = Scope & {
  /** Stems of the project's FAQs, which are not indexed. */
  faqStems: Set<string>
  /** The question that this one continues. */
  context: string | null
}

/** Splits a question into weighted terms. */
export async function analyzeQuestion(sql: Sql, text: string, options: Options): Promise<AnalyzedQuestion> {
  const languages = detectQuestionLanguages(text, options.languages)
  const plain = separateUnits(normalizeText(text))
  const tokens = listWords(plain, languages)
  const asked = new Set(listWords(separateUnits(normalizeText(findQuestionSentences(text))), languages))
  const own = findIdentifiers(text, languages)
  const before = listContextWords(options.context ?? '', own, languages)
  const { drafts, counts } = await stemTokens(sql, options, [...tokens, ...before], languages)
  const isKnown = (stem: string) => counts.has(stem) || options.faqStems.has(stem)
  const hasCompounds = languages.some((language) => language.hasCompounds)
  await extendUnknown(sql, drafts, { ...options, counts, isKnown, hasCompounds })
  const chunks = counts.get('') ?? 0
  const identifiers = own.length > 0 ? own : findIdentifiers(options.context ?? '', languages)
  const concepts = withoutVagueness(
    drafts
      .filter(({ stems }) => stems.length > 0)
      .filter((draft) => draft.stems.some(isKnown) || !isMisspelledQuestionWord(draft.word, languages))
      .map((draft) => {
        const concept = toConcept(draft, {
          counts,
          isKnown,
          chunks,
          languages,
          plain,
          hasIdentifiers: identifiers.length > 0,
        })
        if (tokens.includes(draft.word)) return { ...concept, isContext: !asked.has(draft.word) }
        return { ...concept, weight: concept.weight * contextFactor, asksForValue: false, isContext: true }
      }),
  )
  const words = weighWords(concepts, counts, chunks)
  const asksForTime = concepts.some(({ word }) => listAskedTimeWords(word, languages).length > 0)
  return {
    tokens,
    concepts: concepts.map((concept) => addTimeWords(concept, languages)),
    languages,
    answerPatterns: languages.flatMap(({ values }) =>
      values.filter(({ asks }) => asks.test(plain)).map(({ answers }) => answers),
    ),
    identifiers,
    words: asksForTime ? [...words, ...(await listOtherWeekdays(sql, options))] : words,
    chunks,
  }
}

/** A weekday is known wherever the knowledge has opening hours, whatever their form. */
function addTimeWords(concept: Concept, languages: LanguageData[]): Concept {
  const added = listAskedTimeWords(concept.word, languages)
  if (added.length === 0) return concept
  return readWeekday(concept.word) === null
    ? { ...concept, synonymStems: new Set([...concept.synonymStems, ...added]) }
    : {
        ...concept,
        stems: new Set([...concept.stems, ...added]),
        weight: Math.max(concept.weight, minWeekdayWeight),
      }
}

const minWeekdayWeight = 0.8

/** For a question about a weekday or opening hours: 'Wednesday' is within 'Tue-Fri'. */
async function listOtherWeekdays(sql: Sql, { answers, languages }: Scope): Promise<WeightedWord[]> {
  const { counts } = await stemAndCountWords(sql, answers, languages, [weekdayWords.join(' ')])
  counts.delete('')
  return [...counts].map(([word, chunks]) => ({ word, weight: weekdayWeight, chunks }))
}

const weekdayWeight = 0.2

/** The words of a normalized text, with phrases replaced by single words. */
function listWords(plain: string, languages: LanguageData[]): string[] {
  return tokenize(replacePhrases(plain, languages)).map((word) => truncateText(word, maxWordCharacters))
}

/** The sentences with a question mark; the whole text without one. */
function findQuestionSentences(text: string): string {
  const questions = splitSentences(text).filter((sentence) => /[?？]/u.test(sentence))
  return questions.length > 0 ? questions.join(' ') : text
}

/** '2kg' is written as '2 kg' in most documents, and the other way round. */
function separateUnits(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}.,-])(\d+(?:[.,]\d+)?)(kg|g|mg|km|m|cm|mm|l|ml|kb|mb|gb|tb|w|kw|kwh|v|mah|ah|h|min|eur|euro|usd)\b/gu,
    '$1 $2',
  )
}

/** The words of the previous question. A question with an identifier of its own is not about the previous identifier. */
function listContextWords(context: string, identifiers: string[], languages: LanguageData[]): string[] {
  const words = tokenize(replacePhrases(normalizeText(context), languages))
  if (identifiers.length === 0) return words
  const replaced = findIdentifiers(context, languages).flatMap((identifier) => identifier.split(' '))
  return words.filter((word) => !replaced.includes(word))
}

function isMisspelledQuestionWord(word: string, languages: LanguageData[]): boolean {
  return languages.some(({ questionWords }) => [...questionWords].some((other) => isTypoOf(word, other)))
}

function replacePhrases(text: string, languages: LanguageData[]): string {
  return languages
    .flatMap(({ phrases }) => phrases)
    .reduce((changed, [phrase, words]) => changed.replace(phrase, words), text)
}

async function stemTokens(
  sql: Sql,
  { answers, languages: configs }: Scope,
  tokens: string[],
  languages: LanguageData[],
): Promise<{ drafts: ConceptDraft[]; counts: Map<string, number> }> {
  const words = [...new Set(tokens)]
    .filter((word) => !languages.some(({ questionWords }) => questionWords.has(word)))
    .slice(0, maxConcepts)
  const synonyms = await loadSynonyms(sql, configs, languages)
  const forms = words.map((word) => listVerbForms(word, languages).join(' '))
  const { words: stems, counts } = await stemAndCountWords(sql, answers, configs, [...words, ...forms])
  const drafts = words.map((word, index) => {
    const own = pickDecidingStems(word, stems[index] ?? [])
    const ofForms = stems[words.length + index] ?? []
    const synonymous = [...own, ...ofForms].flatMap((stem) =>
      synonyms.flatMap((groups) => [...(groups.get(stem) ?? [])]),
    )
    const also = new Set([...ofForms, ...synonymous])
    return { word, stems: own, also: [...also], family: [], parts: [] }
  })
  const ofSynonyms = await countChunksByWord(
    sql,
    answers,
    drafts.flatMap(({ also }) => also),
  )
  return { drafts, counts: new Map([...counts, ...ofSynonyms]) }
}

/** Of a code such as `PAY-07`, the parts with digits: the letters alone are another word. */
function pickDecidingStems(word: string, stems: string[]): string[] {
  const withDigits = stems.filter((stem) => /\d/.test(stem))
  return /\d/.test(word) && withDigits.length > 0 ? withDigits : stems
}

type Vocabulary = Scope & {
  counts: Map<string, number>
  isKnown(stem: string): boolean
  hasCompounds: boolean
}

/** Corrects the spelling of words that the knowledge does not contain, and adds the words of their family. */
async function extendUnknown(
  sql: Sql,
  drafts: ConceptDraft[],
  { answers, languages, typos, counts, isKnown, hasCompounds }: Vocabulary,
): Promise<void> {
  const isUnknown = ({ stems }: ConceptDraft) => stems.length > 0 && !stems.some(isKnown)
  const families = await findWordFamilies(sql, answers, [...new Set(drafts.flatMap(({ stems }) => stems))])
  for (const draft of drafts) {
    draft.family = families
      .filter(({ stem, like }) => draft.stems.includes(stem) && !draft.stems.includes(like))
      .map(({ like, chunks }) => {
        counts.set(like, chunks)
        return like
      })
  }
  const unknown = drafts.filter(
    (draft) => isUnknown(draft) && draft.family.length === 0 && !draft.also.some(isKnown),
  )
  await correctSpelling(unknown, {
    typos,
    isKnown,
    stem: (texts) => stemTexts(sql, languages, texts),
    sql,
    answers,
    counts,
  })
  if (hasCompounds) await splitCompounds(drafts, { sql, answers, languages, counts })
  const added = await countChunksByWord(
    sql,
    answers,
    unknown.flatMap(({ stems }) => stems),
  )
  for (const [word, chunks] of added) counts.set(word, chunks)
}
