import type { Source } from '@aichat/contracts/messages'
import type { ReplyTrace } from '@aichat/contracts/reply-traces'
import type { Model } from '../../kit/ai/model.ts'
import { findUnsupportedFacts } from '../facts/check-facts.ts'
import { extractFacts, type Facts } from '../facts/extract-facts.ts'
import { scoreMatch } from '../question/analyze-question.ts'
import type { MatchedPassage, PassageSearchResult } from '../search/find-passages.ts'
import { splitStatements } from '../search/split-statements.ts'
import {
  type BuiltPrompt,
  buildPrompt,
  hasJustAsked,
  noAnswerMarker,
  type PromptInput,
} from './build-prompt.ts'
import { extractCitations, stripCitations } from './citations.ts'
import { createJsonFilter } from './json-filter.ts'
import { createPrivatePhrases, type PrivatePhrases } from './private-phrases.ts'
import type { ReplyDeadline } from './reply-deadline.ts'
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

export type ModelQuestion = Omit<PromptInput, 'passages' | 'maxTokens'> & {
  found: PassageSearchResult
  deadline: ReplyDeadline
}

const maxAnswerCharacters = 4000

/**
 * Asks the model with the passages. Its output is untrusted: each sentence is checked, and `show` receives only text that
 * has passed all checks and is supported by a passage.
 */
export async function generateModelAnswer(
  model: Model,
  { found, deadline, ...question }: ModelQuestion,
  signal: AbortSignal,
  show: (text: string) => void,
): Promise<ModelAnswer> {
  const built = buildPrompt({ ...question, passages: found.passages, maxTokens: model.maxPromptTokens })
  const showInTime = (text: string) => {
    deadline.setShown(text)
    show(text)
  }
  const collector = createAnswerCollector(found, built, createChecks(question, built), showInTime)
  const jsonFilter = createJsonFilter()
  const splitter = createSentenceSplitter()
  const addSentences = (sentences: string[]) => {
    for (const sentence of sentences.flatMap(jsonFilter.push)) collector.add(sentence)
  }
  let isCut = false
  for await (const part of model.stream(built.prompt, signal, deadline.signal)) {
    deadline.touch()
    isCut ||= part.isCut
    addSentences(splitter.push(part.text))
  }
  // When the model reached its maximum length, the last sentence may be incomplete.
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
  /** Words of the statements in the description of the company and on its hours, which need no passage. */
  aboutCompany: Set<string>[]
}

/**
 * Only passages, FAQs, the description of the company and its hours are material: not what the visitor claims, and no
 * instructions.
 */
function createChecks(
  { profile, renderPersona }: Pick<ModelQuestion, 'profile' | 'renderPersona'>,
  { passages, rules, hours }: BuiltPrompt,
): Checks {
  const aboutCompany = [profile.description, hours ?? '']
  const publicTexts = [
    ...passages.flatMap(({ title, heading, body, url }) => [`${title}\n${heading}\n${body}`, url ?? '']),
    ...aboutCompany,
  ]
  const privateTexts = [
    renderPersona(profile),
    profile.instructions,
    profile.styleGuide,
    profile.roleDescription,
    ...rules,
  ]
  const material = extractFacts(publicTexts.join('\n'))
  const names = extractFacts(`${profile.companyName}\n${profile.agentName}`)
  for (const code of names.codes) material.codes.add(code)
  return {
    material,
    privatePhrases: createPrivatePhrases(privateTexts, publicTexts),
    aboutCompany: aboutCompany.flatMap(splitStatements).map(({ text }) => toLongWords(text)),
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
  let removed: ModelAnswer['removed'] = []
  let text = ''
  let isRefused = false

  const findSupport = () => (cited.size > 0 ? [...cited] : findSupportingPassages(passages, text))
  const isAboutCompany = () => aboutCompany.some((words) => isOverlapping(words, text.toLowerCase()))
  const isSupported = () => findSupport().length > 0 || isAboutCompany()

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
    removed = []
    isRefused = false
    show('')
    return sentence.slice(end.index + end[0].length)
  }

  return {
    add(received: string): void {
      const sentence = discardReasoning(received)
      if (isRefused) return
      if (sentence.includes(noAnswerMarker)) {
        // Some models add the marker to an answer. A supported answer is not withdrawn by it.
        isRefused = !isSupported()
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
      const refusal =
        isRefused || (isQuestion && hasAskedBefore)
          ? 'no_answer'
          : !/\p{L}{2}/u.test(answer) || !(isQuestion || isSupported())
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
