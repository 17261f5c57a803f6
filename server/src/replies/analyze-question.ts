import { truncateText } from '@aichat/contracts/text'
import type { Sql } from '../kit/db/db.ts'
import { normalizeText, tokenize } from '../knowledge/normalize-text.ts'
import {
  countChunksByWord,
  findWordFamilies,
  stemAndCountWords,
  stemTexts,
  type WeightedWord,
} from '../knowledge/search.ts'
import { correctSpelling, isTypoOf } from './correct-spelling.ts'
import { findIdentifiers } from './identifiers.ts'
import { maxWordCharacters } from './join-question.ts'
import { detectQuestionLanguages, type LanguageData } from './language-data.ts'

/** One term of a question, with its stems and synonyms. */
export type Concept = {
  word: string
  stems: Set<string>
  synonymStems: Set<string>
  /** Stems of the knowledge that begin like the word, or as which it begins: 'shipment' for 'ship'. */
  familyStems: Set<string>
  /** Higher for terms that are rare in the knowledge. */
  weight: number
  /** Whether the knowledge contains the term, a synonym or a word of its family. */
  isKnown: boolean
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

type Options = {
  languages: string[]
  faqStems: Set<string>
  typos: boolean
  /** The question that this one continues. */
  context: string | null
}
export type ConceptDraft = { word: string; stems: string[]; also: string[]; family: string[] }

/** Splits a question into weighted terms. `faqStems` holds the stems of the project's FAQs, which are not indexed. */
export async function analyzeQuestion(
  sql: Sql,
  projectId: string,
  text: string,
  options: Options,
): Promise<AnalyzedQuestion> {
  const languages = detectQuestionLanguages(text, options.languages)
  const normalized = replacePhrases(normalizeText(text), languages)
  const tokens = tokenize(normalized).map((word) => truncateText(word, maxWordCharacters))
  const before = options.context ? tokenize(replacePhrases(normalizeText(options.context), languages)) : []
  const { drafts, counts } = await stemTokens(sql, projectId, [...tokens, ...before], languages, options)
  const isKnown = (stem: string) => counts.has(stem) || options.faqStems.has(stem)
  await extendUnknown(sql, projectId, drafts, { ...options, counts, isKnown })
  const chunks = counts.get('') ?? 0
  const concepts = drafts
    .filter(({ stems }) => stems.length > 0)
    .filter((draft) => draft.stems.some(isKnown) || !isMisspelledQuestionWord(draft.word, languages))
    .map((draft) => {
      const concept = toConcept(draft, { counts, isKnown, chunks, languages })
      return tokens.includes(draft.word) ? concept : { ...concept, weight: concept.weight * contextFactor }
    })
  return {
    tokens,
    concepts,
    languages,
    answerPatterns: languages.flatMap(({ values }) =>
      values.filter(({ asks }) => asks.test(normalized)).map(({ answers }) => answers),
    ),
    identifiers: pickIdentifiers([text, options.context ?? ''], languages),
    words: weighWords(concepts, counts),
    chunks,
  }
}

function isMisspelledQuestionWord(word: string, languages: LanguageData[]): boolean {
  return languages.some(({ questionWords }) => [...questionWords].some((other) => isTypoOf(word, other)))
}

/** The identifiers of the question, otherwise those of the one before. */
function pickIdentifiers(texts: string[], languages: LanguageData[]): string[] {
  return texts.map((text) => findIdentifiers(text, languages)).find((all) => all.length > 0) ?? []
}

/** From 0 to 1: how well the words express the concept. */
export function scoreMatch(
  words: ReadonlySet<string>,
  { stems, synonymStems, familyStems }: Concept,
): number {
  for (const stem of stems) if (words.has(stem)) return 1
  for (const stem of synonymStems) if (words.has(stem)) return synonymFactor
  for (const stem of familyStems) if (words.has(stem)) return familyFactor
  return 0
}

function replacePhrases(text: string, languages: LanguageData[]): string {
  return languages
    .flatMap(({ phrases }) => phrases)
    .reduce((changed, [phrase, words]) => changed.replace(phrase, words), text)
}

async function stemTokens(
  sql: Sql,
  projectId: string,
  tokens: string[],
  languages: LanguageData[],
  { languages: configs }: Options,
): Promise<{ drafts: ConceptDraft[]; counts: Map<string, number> }> {
  const words = [...new Set(tokens)]
    .filter((word) => !languages.some(({ questionWords }) => questionWords.has(word)))
    .slice(0, maxConcepts)
  const synonyms = words.map((word) => [
    ...new Set(languages.flatMap((language) => language.synonyms.get(word) ?? [])),
  ])
  const terms = [...words, ...synonyms.flat()]
  const { words: stems, counts } = await stemAndCountWords(sql, projectId, configs, terms)
  let nextSynonym = words.length
  const drafts = words.map((word, index) => {
    const also = synonyms[index]?.flatMap(() => stems[nextSynonym++] ?? []) ?? []
    return { word, stems: pickDecidingStems(word, stems[index] ?? []), also, family: [] }
  })
  return { drafts, counts }
}

/** Of a code such as `PAY-07`, the parts with digits: the letters alone are another word. */
function pickDecidingStems(word: string, stems: string[]): string[] {
  const withDigits = stems.filter((stem) => /\d/.test(stem))
  return /\d/.test(word) && withDigits.length > 0 ? withDigits : stems
}

type Vocabulary = Options & { counts: Map<string, number>; isKnown(stem: string): boolean }

/** Corrects the spelling of words that the knowledge does not contain, and adds the words of their family. */
async function extendUnknown(
  sql: Sql,
  projectId: string,
  drafts: ConceptDraft[],
  { languages, typos, counts, isKnown }: Vocabulary,
): Promise<void> {
  const isUnknown = ({ stems }: ConceptDraft) => stems.length > 0 && !stems.some(isKnown)
  const families = await findWordFamilies(sql, projectId, [...new Set(drafts.flatMap(({ stems }) => stems))])
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
    projectId,
    counts,
  })
  const added = await countChunksByWord(
    sql,
    projectId,
    unknown.flatMap(({ stems }) => stems),
  )
  for (const [word, chunks] of added) counts.set(word, chunks)
}

type Statistics = {
  counts: Map<string, number>
  isKnown(stem: string): boolean
  chunks: number
  languages: LanguageData[]
}

function toConcept(
  { word, stems, also, family }: ConceptDraft,
  { counts, isKnown, chunks, languages }: Statistics,
): Concept {
  const forms = [stems, also, family].map((all) => all.filter(isKnown)).find((all) => all.length > 0)
  const isVague = languages.some(({ vagueWords }) => vagueWords.has(word))
  const frequency = Math.max(1, ...(forms ?? []).map((stem) => counts.get(stem) ?? 1))
  const rarity = Math.log(1 + chunks / frequency) / Math.log(1 + Math.max(1, chunks))
  return {
    word,
    stems: new Set(stems),
    synonymStems: new Set(also.filter((stem) => !stems.includes(stem))),
    familyStems: new Set(family.filter((stem) => !stems.includes(stem) && !also.includes(stem))),
    weight: (forms ? rarity : unknownWordWeight) * (isVague || /^\d{1,2}$/.test(word) ? vagueWordFactor : 1),
    isKnown: forms !== undefined,
  }
}

function weighWords(concepts: Concept[], counts: Map<string, number>): WeightedWord[] {
  const weighted = new Map<string, WeightedWord>()
  for (const { stems, synonymStems, familyStems, weight } of concepts) {
    const forms = [
      [stems, 1],
      [synonymStems, synonymFactor],
      [familyStems, familyFactor],
    ] as const
    for (const [words, factor] of forms) {
      for (const word of words) {
        const known = weighted.get(word)
        if (known && known.weight >= weight * factor) continue
        weighted.set(word, { word, weight: weight * factor, chunks: counts.get(word) ?? 0 })
      }
    }
  }
  return [...weighted.values()]
}
