import type { Source } from '@aichat/contracts/messages'
import type { ReplyTrace } from '@aichat/contracts/reply-traces'
import type { Model } from '../kit/ai/model.ts'
import { scoreMatch } from './analyze-question.ts'
import {
  type BuiltPrompt,
  buildPrompt,
  hasJustAsked,
  noAnswerMarker,
  type PromptInput,
} from './build-prompt.ts'
import { findUnsupportedFacts } from './check-facts.ts'
import { extractCitations, stripCitations } from './citations.ts'
import { extractFacts, type Facts } from './facts/extract-facts.ts'
import type { MatchedPassage, PassageSearchResult } from './find-passages.ts'
import { createJsonFilter } from './json-filter.ts'
import { createPrivatePhrases, type PrivatePhrases } from './private-phrases.ts'
import { splitStatements } from './split-statements.ts'
import { createSentenceSplitter } from './split-stream.ts'

export type ModelAnswer = {
  text: string
  sources: Source[]
  /** Numbers of the passages that support the answer, from 1. */
  cited: number[]
  removed: ReplyTrace['removed']
  /** The answer is a question to the visitor. */
  isQuestion: boolean
  /** Set when there is no usable answer. */
  refusal: 'no_answer' | 'low_support' | null
}

export type ModelQuestion = Omit<PromptInput, 'passages' | 'maxTokens'> & { found: PassageSearchResult }

const maxAnswerCharacters = 4000

/**
 * Asks the model with the passages. Its output is untrusted: each sentence is checked, and `show` receives only text that
 * has passed all checks and is supported by a passage.
 */
export async function generateModelAnswer(
  model: Model,
  { found, ...question }: ModelQuestion,
  signal: AbortSignal,
  show: (text: string) => void,
): Promise<ModelAnswer> {
  const built = buildPrompt({ ...question, passages: found.passages, maxTokens: model.maxPromptTokens })
  const collector = createAnswerCollector(found, built, createChecks(question, built), show)
  const jsonFilter = createJsonFilter()
  const splitter = createSentenceSplitter()
  const addSentences = (sentences: string[]) => {
    for (const sentence of sentences.flatMap(jsonFilter.push)) collector.add(sentence)
  }
  let isCut = false
  for await (const part of model.stream(built.prompt, signal)) {
    isCut ||= part.isCut
    addSentences(splitter.push(part.text))
  }
  // The last sentence of an answer that was cut is torn.
  addSentences(splitter.end().filter((rest) => !isCut || isWhole(rest)))
  for (const sentence of jsonFilter.end()) collector.add(sentence)
  return collector.finish(hasJustAsked(question.history))
}

function isWhole(sentence: string): boolean {
  return /[.!?…]["'”’)*]*\s*$/.test(stripCitations(sentence))
}

type Checks = {
  material: Facts
  privatePhrases: PrivatePhrases
  /** Words of the statements in the description of the company, which needs no passage. */
  aboutCompany: Set<string>[]
}

/** Only passages, FAQs and the description of the company are material: not what the visitor claims, and no instructions. */
function createChecks(
  { profile, persona }: Pick<ModelQuestion, 'profile' | 'persona'>,
  { passages, rules }: BuiltPrompt,
): Checks {
  const publicTexts = [
    ...passages.flatMap(({ title, heading, body, url }) => [`${title}\n${heading}\n${body}`, url ?? '']),
    profile.description,
  ]
  const privateTexts = [persona, profile.instructions, profile.styleGuide, profile.roleDescription, ...rules]
  const material = extractFacts(publicTexts.join('\n'))
  const names = extractFacts(`${profile.companyName}\n${profile.agentName}`)
  for (const code of names.codes) material.codes.add(code)
  return {
    material,
    privatePhrases: createPrivatePhrases(privateTexts, publicTexts),
    aboutCompany: splitStatements(profile.description).map(({ text }) => toLongWords(text)),
  }
}

function toLongWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
}

/** Checks each sentence of the model, and collects those that pass. */
function createAnswerCollector(
  found: PassageSearchResult,
  { passages, tag }: BuiltPrompt,
  { material, privatePhrases, aboutCompany }: Checks,
  show: (text: string) => void,
) {
  const cited = new Set<number>()
  const removed: ModelAnswer['removed'] = []
  let text = ''
  let isRefused = false

  const findSupport = () => (cited.size > 0 ? [...cited] : findSupportingPassages(passages, text))
  const isAboutCompany = () => aboutCompany.some((words) => isOverlapping(words, text.toLowerCase()))

  /** What the sentence must not say; null when it may be shown. */
  function findProblem(plain: string): ModelAnswer['removed'][number] | null {
    const sentence = plain.trim()
    if (privatePhrases.isRepeatedIn(plain) || plain.includes(tag))
      return { sentence, invented: [], isPrivate: true }
    const invented = findUnsupportedFacts(plain, material)
    return invented.length > 0 ? { sentence, invented } : null
  }

  /** Some servers send the end of the reasoning only: what stands before it is no answer. */
  function discardReasoning(sentence: string): string {
    const end = /<\/(?:think|thinking|reasoning)>/i.exec(sentence)
    if (!end) return sentence
    text = ''
    cited.clear()
    show('')
    return sentence.slice(end.index + end[0].length)
  }

  return {
    add(received: string): void {
      if (isRefused) return
      const sentence = discardReasoning(received)
      if (sentence.includes(noAnswerMarker)) {
        isRefused = true
        return
      }
      const plain = stripCitations(sentence).replace(/[^\P{Cc}\n]/gu, '')
      if (plain.trim() === '' || text.length + plain.length > maxAnswerCharacters) return
      const problem = findProblem(plain)
      if (problem) {
        removed.push(problem)
        return
      }
      for (const number of extractCitations(sentence)) if (passages[number - 1]) cited.add(number)
      text += plain
      if (findSupport().length > 0) show(text.trim())
    },
    finish(hasAskedBefore: boolean): ModelAnswer {
      const answer = text.trim()
      const numbers = findSupport()
      const isQuestion = numbers.length === 0 && answer.endsWith('?')
      const isSupported = numbers.length > 0 || isQuestion || isAboutCompany()
      const refusal =
        isRefused || (isQuestion && hasAskedBefore)
          ? 'no_answer'
          : !/\p{L}{2}/u.test(answer) || !isSupported
            ? 'low_support'
            : null
      const sources = numbers.flatMap((number) => {
        const passage = passages[number - 1]
        return passage ? [toSource(passage, found)] : []
      })
      return { text: answer, sources, cited: numbers, removed, isQuestion, refusal }
    },
  }
}

/** Without citations: the first two passages that share enough words of a sentence with the answer. */
function findSupportingPassages(passages: MatchedPassage[], text: string): number[] {
  const answer = text.toLowerCase()
  return passages.flatMap((passage, index) => (sharesWords(passage, answer) ? [index + 1] : [])).slice(0, 2)
}

function sharesWords(passage: MatchedPassage, answer: string): boolean {
  return passage.statements.some(({ words }) => isOverlapping(words, answer))
}

function isOverlapping(words: Set<string>, answer: string): boolean {
  const shared = [...words].filter((word) => answer.includes(word)).length
  return shared >= 3 && shared >= words.size / 2
}

/** Quotes the sentence of the passage that matches the question best. */
export function toSource(passage: MatchedPassage, { question }: PassageSearchResult): Source {
  const score = (words: Set<string>) =>
    question.concepts.reduce((total, concept) => total + scoreMatch(words, concept) * concept.weight, 0)
  const [best] = passage.statements.toSorted((a, b) => score(b.words) - score(a.words))
  return { itemId: passage.itemId, title: passage.title, url: passage.url, quote: best?.text ?? '' }
}
