import { topicLimits } from '@aichat/contracts/company/topics'
import { normalizeText, tokenize } from '../../knowledge/search/normalize-text.ts'
import { findUnsupportedFacts } from '../../replies/facts/check-facts.ts'
import { containsForm, findUnsupportedNames, isCommonWord } from '../../replies/facts/check-names.ts'
import { extractFacts } from '../../replies/facts/extract-facts.ts'
import { detectQuestionLanguages } from '../../replies/language/language-data.ts'

/** The name is null where only the summary is supported by the questions. */
export type TopicDescription = { name: string | null; summary: string }

/** Of the words that are not common, at least this share is in the questions, in some form. */
const minSupportedShare = 0.4

/**
 * Reads the name on the first line of a model's output, and the summary on the second. Null where the summary is too long, has a figure,
 * date, name or link that is not in the questions, is about other words than they are, or answers them.
 */
export function checkDescription(output: string, questions: readonly string[]): TopicDescription | null {
  const lines = output.split('\n').map(stripFormatting).filter(Boolean)
  const [firstLine = '', summary = ''] = lines
  const material = questions.join('\n')
  const facts = extractFacts(material)
  const words = [...new Set(tokenize(normalizeText(material)))]
  const isSupported = (text: string, maxLength: number) =>
    text.length <= maxLength &&
    findUnsupportedFacts(text, facts).length === 0 &&
    findUnsupportedNames(text, words).length === 0 &&
    getSupportedShare(text, words) >= minSupportedShare
  if (lines.length !== 2 || !hasAskingWord(summary) || !isSupported(summary, topicLimits.summary)) return null
  const name = toSentenceCase(firstLine.replace(/[.:]$/, ''), words, material)
  return { name: isSupported(name, topicLimits.name) ? capitalize(name) : null, summary }
}

/** A line without quotation marks, Markdown and a label such as "Name:". */
function stripFormatting(line: string): string {
  return line
    .trim()
    .replace(/^(?:#+|[-*•]|\d[.)])\s+/, '')
    .replace(/\*\*|__/g, '')
    .replace(/^\p{L}{4,15}:\s+/u, '')
    .replace(/^["“„«‘'](.*)["”“»’']$/u, '$1')
    .trim()
}

/**
 * "Gift card expiry" for "Gift Card Expiry", except in languages that capitalize nouns. Only words of the questions change, because others
 * may be names.
 */
function toSentenceCase(name: string, words: readonly string[], material: string): string {
  if (detectQuestionLanguages(material, []).some(({ hasCapitalNouns }) => hasCapitalNouns)) return name
  const isKnown = (word: string) =>
    tokenize(word).every((one) => isCommonWord(one) || containsForm(words, one))
  return name
    .split(' ')
    .map((word) => (!material.includes(word) && isKnown(word) ? word.toLowerCase() : word))
    .join(' ')
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** By language: "Visitors want to know whether …" and the like. A sentence without such a word answers the questions. */
const askingWords: Record<string, string> = {
  english: 'ask asks asking want wants wonder know',
  german: 'fragen fragt wollen will möchten möchte wissen erkundigen',
  spanish: 'preguntan pregunta quieren quiere desean saber consultan',
  french: 'demandent demande veulent veut souhaitent savoir',
  italian: 'chiedono chiede vogliono vuole desiderano sapere',
  portuguese: 'perguntam pergunta querem quer desejam saber',
  dutch: 'vragen vraagt willen wil weten',
}

/** True in languages without a list. */
function hasAskingWord(sentence: string): boolean {
  const words = detectQuestionLanguages(sentence, []).flatMap(
    ({ config }) => askingWords[config]?.split(' ') ?? [],
  )
  const own = sentence.toLowerCase().split(/[^\p{L}]+/u)
  return words.length === 0 || words.some((word) => own.includes(word))
}

/** From 0 to 1. */
function getSupportedShare(text: string, words: readonly string[]): number {
  const own = tokenize(normalizeText(text)).filter((word) => word.length > 2 && !isCommonWord(word))
  return own.length === 0 ? 0 : own.filter((word) => containsForm(words, word)).length / own.length
}
