import { truncateText } from '@aichat/contracts/text'
import type { Sql } from '../../kit/db/db.ts'
import { normalizeText, tokenize } from '../../knowledge/normalize-text.ts'
import {
  type AnswerSet,
  countChunksByWord,
  findWordFamilies,
  stemAndCountWords,
  stemTexts,
  type WeightedWord,
} from '../../knowledge/search.ts'
import { readWeekday, weekdayWords } from '../facts/calendar.ts'
import { detectQuestionLanguages, type LanguageData } from '../language/language-data.ts'
import { listAskedTimeWords } from './time-words.ts'
import { correctSpelling, isTypoOf } from './correct-spelling.ts'
import { findIdentifiers } from './identifiers.ts'
import { maxWordCharacters } from './join-question.ts'
import { splitCompounds } from './split-compounds.ts'
import { loadSynonyms } from './synonyms.ts'
import { listVerbForms } from './verb-forms.ts'

/** One term of a question, with its stems and synonyms. */
export type Concept = {
  word: string
  stems: Set<string>
  synonymStems: Set<string>
  /** Stems of the knowledge that begin like the word, or as which it begins: 'shipment' for 'ship'. */
  familyStems: Set<string>
  /** Stems of compounds of which the word is a part, or of its own parts. */
  partStems: Set<string>
  /** Higher for terms that are rare in the knowledge. */
  weight: number
  /** Whether the knowledge contains the term, a synonym or a word of its family. */
  isKnown: boolean
  /** Whether it is a general word such as 'change' or 'day'. */
  isVague: boolean
  /** Whether it stands outside of the question: in the question before, or in a sentence beside it. */
  isContext: boolean
  /** Whether the word asks for a value instead of naming a topic: 'cost' in 'What does delivery cost?'. */
  asksForValue: boolean
}

export type AnalyzedQuestion = {
  /** Normalized words in order, function words included. */
  tokens: string[]
  concepts: Concept[]
  languages: LanguageData[]
  /** Patterns that an answer must match, for example a price or a time. */
  answerPatterns: RegExp[]
  /** Codes, versions and names that an answer must contain. */
  identifiers: string[]
  /** Stems to search for. */
  words: WeightedWord[]
  /** Number of chunks in the project. */
  chunks: number
}

const maxConcepts = 40
const vagueWordFactor = 0.3
/** The words of the previous question say what a follow-up is about, but its own words decide. */
const contextFactor = 0.6
/** A word that the knowledge does not contain says little about which passage answers, but it must not count for nothing. */
const unknownWordWeight = 0.45
/** A synonym counts slightly less than the visitor's own word, and a word of the same family less than that. */
const synonymFactor = 0.85
const familyFactor = 0.75
const partFactor = 0.6

type Options = {
  languages: string[]
  faqStems: Set<string>
  typos: boolean
  /** The question that this one continues. */
  context: string | null
}
export type ConceptDraft = {
  word: string
  stems: string[]
  also: string[]
  family: string[]
  /** Stems of the words that a compound consists of. */
  parts: string[]
}

/** Splits a question into weighted terms. `faqStems` holds the stems of the project's FAQs, which are not indexed. */
export async function analyzeQuestion(
  sql: Sql,
  answers: AnswerSet,
  text: string,
  options: Options,
): Promise<AnalyzedQuestion> {
  const languages = detectQuestionLanguages(text, options.languages)
  const plain = separateUnits(normalizeText(text))
  const tokens = listWords(plain, languages)
  const asked = new Set(listWords(separateUnits(normalizeText(findQuestionSentences(text))), languages))
  const own = findIdentifiers(text, languages)
  const before = listContextWords(options.context ?? '', own, languages)
  const { drafts, counts } = await stemTokens(sql, answers, [...tokens, ...before], languages, options)
  const isKnown = (stem: string) => counts.has(stem) || options.faqStems.has(stem)
  const hasCompounds = languages.some((language) => language.hasCompounds)
  await extendUnknown(sql, answers, drafts, { ...options, counts, isKnown, hasCompounds })
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
  return {
    tokens,
    concepts: concepts.map((concept) => addTimeWords(concept, languages)),
    languages,
    answerPatterns: languages.flatMap(({ values }) =>
      values.filter(({ asks }) => asks.test(plain)).map(({ answers }) => answers),
    ),
    identifiers,
    words: [...words, ...(await findTimeStatements(sql, answers, concepts, languages, options))],
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

/** For a question about a weekday or opening hours, also the words for other weekdays: 'Wednesday' is within 'Tue-Fri'. */
async function findTimeStatements(
  sql: Sql,
  answers: AnswerSet,
  concepts: Concept[],
  languages: LanguageData[],
  { languages: configs }: Options,
): Promise<WeightedWord[]> {
  if (!concepts.some(({ word }) => listAskedTimeWords(word, languages).length > 0)) return []
  const { counts } = await stemAndCountWords(sql, answers, configs, [weekdayWords.join(' ')])
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
  const sentences = text.match(/[^.!?？\n]+[.!?？]*/gu) ?? []
  const questions = sentences.filter((sentence) => /[?？]/u.test(sentence))
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

/** General words count little beside a topic. A question that consists of them is about them. */
function withoutVagueness(concepts: Concept[]): Concept[] {
  const isOnlyVague = !concepts.some(({ isVague, isKnown }) => isKnown && !isVague)
  return concepts.map((concept) => ({
    ...concept,
    weight: concept.weight * (concept.isVague && !isOnlyVague ? vagueWordFactor : 1),
  }))
}

function isMisspelledQuestionWord(word: string, languages: LanguageData[]): boolean {
  return languages.some(({ questionWords }) => [...questionWords].some((other) => isTypoOf(word, other)))
}

/** From 0 to 1: how well the words express the concept. */
export function scoreMatch(
  words: ReadonlySet<string>,
  { stems, synonymStems, familyStems, partStems }: Concept,
): number {
  for (const stem of stems) if (words.has(stem)) return 1
  for (const stem of synonymStems) if (words.has(stem)) return synonymFactor
  for (const stem of familyStems) if (words.has(stem)) return familyFactor
  for (const stem of partStems) if (words.has(stem)) return partFactor
  return 0
}

function replacePhrases(text: string, languages: LanguageData[]): string {
  return languages
    .flatMap(({ phrases }) => phrases)
    .reduce((changed, [phrase, words]) => changed.replace(phrase, words), text)
}

async function stemTokens(
  sql: Sql,
  answers: AnswerSet,
  tokens: string[],
  languages: LanguageData[],
  { languages: configs }: Options,
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

type Vocabulary = Options & {
  counts: Map<string, number>
  isKnown(stem: string): boolean
  hasCompounds: boolean
}

/** Corrects the spelling of words that the knowledge does not contain, and adds the words of their family. */
async function extendUnknown(
  sql: Sql,
  answers: AnswerSet,
  drafts: ConceptDraft[],
  { languages, typos, counts, isKnown, hasCompounds }: Vocabulary,
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

type Statistics = {
  counts: Map<string, number>
  isKnown(stem: string): boolean
  chunks: number
  languages: LanguageData[]
  /** The normalized question, with the phrases that are replaced by words. */
  plain: string
  hasIdentifiers: boolean
}

function toConcept(
  { word, stems, also, family, parts }: ConceptDraft,
  { counts, isKnown, chunks, languages, plain, hasIdentifiers }: Statistics,
): Concept {
  const forms = [stems, also, family, parts].map((all) => all.filter(isKnown)).find((all) => all.length > 0)
  const isVague = languages.some(
    ({ vagueWords, identifiers: { codes } }) => vagueWords.has(word) || (hasIdentifiers && codes.has(word)),
  )
  const frequency = Math.max(1, ...(forms ?? []).map((stem) => counts.get(stem) ?? 1))
  return {
    word,
    stems: new Set(stems),
    synonymStems: new Set(also.filter((stem) => !stems.includes(stem))),
    familyStems: new Set(family.filter((stem) => !stems.includes(stem) && !also.includes(stem))),
    partStems: new Set(parts),
    weight: forms ? rateRarity(frequency, chunks) : unknownWordWeight,
    isVague: isVague || /^\d{1,2}$/.test(word),
    isContext: false,
    isKnown: forms !== undefined,
    asksForValue: isPartOfValueQuestion(word, plain, languages),
  }
}

/** With another word in its place, the question would not ask for a value. It may also replace a phrase such as 'how much is'. */
function isPartOfValueQuestion(word: string, plain: string, languages: LanguageData[]): boolean {
  const words = tokenize(plain)
  const withoutWord = words.map((other) => (other === word ? 'x' : other)).join(' ')
  return languages
    .flatMap(({ values }) => values.filter(({ asks }) => asks.test(plain)))
    .some(({ asks }) => !words.includes(word) || !asks.test(withoutWord))
}

/** From 0 to 1: 1 for a word that one chunk contains. */
function rateRarity(frequency: number, chunks: number): number {
  const total = Math.max(1, chunks)
  return Math.log(1 + total / Math.max(1, frequency)) / Math.log(1 + total)
}

/** A form of a word is not searched with a higher weight than its own rarity. */
function weighWords(concepts: Concept[], counts: Map<string, number>, chunks: number): WeightedWord[] {
  const weighted = new Map<string, WeightedWord>()
  for (const { stems, synonymStems, familyStems, partStems, weight } of concepts) {
    const forms = [
      [stems, 1],
      [synonymStems, synonymFactor],
      [familyStems, familyFactor],
      [partStems, partFactor],
    ] as const
    for (const [words, factor] of forms) {
      for (const word of words) {
        const rated = Math.min(weight, rateRarity(counts.get(word) ?? 0, chunks)) * factor
        if ((weighted.get(word)?.weight ?? 0) >= rated) continue
        weighted.set(word, { word, weight: rated, chunks: counts.get(word) ?? 0 })
      }
    }
  }
  return [...weighted.values()]
}
