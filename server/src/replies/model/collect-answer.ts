import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import { findUnsupportedFacts } from '../facts/check-facts.ts'
import type { Facts } from '../facts/extract-facts.ts'
import { type BuiltPrompt, noAnswerMarker } from './build-prompt.ts'
import { extractCitations, isFootnote, stripCitations } from './citations.ts'
import type { PrivatePhrases } from './private-phrases.ts'
import { isLeadIn, type SentenceSupport, statesNoInformation } from './sentence-support.ts'

export type Checks = { material: Facts; privatePhrases: PrivatePhrases; support: SentenceSupport }

type RemovedSentence = ReplyTrace['removed'][number]

export type CollectedAnswer = {
  text: string
  /** Numbers of the passages that support the answer, from 1. */
  cited: number[]
  removed: RemovedSentence[]
  /** The answer is a question to the visitor. */
  isQuestion: boolean
  /** The model has written that it has no answer. */
  isRefused: boolean
}

const maxAnswerCharacters = 4000

/**
 * Checks each sentence of the model, and collects those that pass and have support: a citation of their own, similar words in a passage,
 * or the description of the company. `show` receives the collected text.
 */
export function createAnswerCollector(
  { passages, tag }: Pick<BuiltPrompt, 'passages' | 'tag'>,
  checks: Checks,
  show: (text: string) => void,
): { add(received: string): void; finish(): CollectedAnswer } {
  const state = createState()

  function accept(plain: string, numbers: number[]): void {
    state.text += state.held + plain
    state.held = ''
    for (const number of numbers) state.cited.add(number)
    show(state.text.trim())
  }

  function removeUncited(): void {
    if (state.uncited !== '')
      state.removed.push({ sentence: state.uncited.trim(), invented: [], isUnsupported: true })
    state.uncited = ''
  }

  function addPassed(plain: string, citations: number[]): void {
    const { support } = checks
    const numbers = citations.length > 0 ? citations : support.findPassages(plain)
    if (numbers.length > 0 || support.isAboutCompany(plain)) accept(plain, numbers)
    else if (isLeadIn(plain) || statesNoInformation(plain) || isQuestion(plain)) state.held += plain
    else state.uncited = plain
  }

  function addCitations(space: string, citations: number[]): void {
    if (state.uncited === '' || citations.length === 0) {
      if (state.text !== '') state.text += space
      return
    }
    accept(state.uncited, citations)
    state.uncited = ''
  }

  return {
    add(received) {
      const sentence = afterReasoning(received)
      if (sentence !== received) {
        Object.assign(state, createState())
        show('')
      }
      if (state.isRefused || isFootnote(sentence)) return
      if (sentence.includes(noAnswerMarker)) {
        // Some models add the marker to an answer. A supported answer is not withdrawn by it.
        state.isRefused = state.text === ''
        return
      }
      const citations = extractCitations(sentence).filter((number) => passages[number - 1])
      const plain = stripCitations(sentence).replace(/[^\P{Cc}\n]/gu, '')
      if (plain.trim() === '') return addCitations(plain, citations)
      removeUncited()
      if (state.text.length + state.held.length + plain.length > maxAnswerCharacters) return
      const problem = findProblem(plain, tag, checks)
      if (problem) state.removed.push(problem)
      else addPassed(plain, citations)
    },
    finish() {
      removeUncited()
      const { text, held, cited, removed, isRefused } = state
      const isOnlyQuestion = text === '' && isQuestion(held)
      const end = isOnlyQuestion || (text !== '' && !isLeadIn(held)) ? held : ''
      return {
        text: `${text}${end}`.trim(),
        cited: [...cited],
        removed,
        isQuestion: isOnlyQuestion,
        isRefused,
      }
    },
  }
}

function createState() {
  return {
    text: '',
    /** Lead-ins, questions, and what the passages do not say: shown only beside a sentence with support. */
    held: '',
    /** The last sentence, if it has no support yet: its citation may follow on a line of its own. */
    uncited: '',
    cited: new Set<number>(),
    removed: [] as RemovedSentence[],
    isRefused: false,
  }
}

/** Some servers send the end of the reasoning only: what stands before it is no answer. */
function afterReasoning(sentence: string): string {
  const end = /<\/(?:think|thinking|reasoning)>/i.exec(sentence)
  return end ? sentence.slice(end.index + end[0].length) : sentence
}

/** What the sentence must not say; null when it may be shown. */
function findProblem(
  plain: string,
  tag: string,
  { material, privatePhrases }: Pick<Checks, 'material' | 'privatePhrases'>,
): RemovedSentence | null {
  const sentence = plain.trim()
  if (privatePhrases.isRepeatedIn(plain) || plain.includes(tag))
    return { sentence, invented: [], isPrivate: true }
  const invented = findUnsupportedFacts(plain, material)
  return invented.length > 0 ? { sentence, invented } : null
}

function isQuestion(text: string): boolean {
  return text.trimEnd().endsWith('?')
}
