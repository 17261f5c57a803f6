import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import type { Source } from '@aichat/contracts/chat/messages'
import type { Model } from '../../kit/ai/model.ts'
import { extractFacts } from '../facts/extract-facts.ts'
import { toBestSource } from '../quote/to-source.ts'
import type { MatchedPassage, PassageSearchResult } from '../types.ts'
import { type BuiltPrompt, buildPrompt, hasJustAsked, type PromptInput } from './build-prompt.ts'
import { stripCitations } from './citations.ts'
import { type Checks, type CollectedAnswer, createAnswerCollector } from './collect-answer.ts'
import { createJsonFilter } from './json-filter.ts'
import { createPrivatePhrases } from './private-phrases.ts'
import type { ReplyDeadline } from './reply-deadline.ts'
import { createSentenceSupport } from './sentence-support.ts'
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
  const collector = createAnswerCollector(built, createChecks(question, built), showInTime)
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
  return toModelAnswer(collector.finish(), built.passages, found, hasJustAsked(question.history))
}

function isWhole(sentence: string): boolean {
  return /[.!?…]["'”’)*]*\s*$/.test(stripCitations(sentence))
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
    ...passages.flatMap(({ title, heading, text, url }) => [`${title}\n${heading}\n${text}`, url ?? '']),
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
    support: createSentenceSupport(passages, aboutCompany),
  }
}

/** Every shown sentence has support, so an answer without any is one without support. */
function toModelAnswer(
  { text, cited, removed, isQuestion, isRefused }: CollectedAnswer,
  passages: MatchedPassage[],
  found: PassageSearchResult,
  hasAskedBefore: boolean,
): ModelAnswer {
  const refusal =
    isRefused || (isQuestion && hasAskedBefore) ? 'no_answer' : /\p{L}{2}/u.test(text) ? null : 'low_support'
  const sources = cited.flatMap((number) => {
    const passage = passages[number - 1]
    return passage ? [toBestSource(passage, found.question)] : []
  })
  return { text, sources, cited, removed, isQuestion, refusal }
}
