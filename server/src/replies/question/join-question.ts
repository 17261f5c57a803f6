import { truncateText } from '@aichat/contracts/kit/text'
import type { ChatTurn } from '../types.ts'

/**
 * What is read of a question. Every step of an answer takes time in proportion to it, on the thread that serves all visitors,
 * so a visitor must not choose it.
 */
const maxCharacters = 2000
/** Longer than any word that a search could find. Link targets and joined words are cut as well. */
export const maxWordCharacters = 40

const longWord = new RegExp(
  `(?<word>[\\p{L}\\p{M}\\p{N}.,@:_-]{${maxWordCharacters}})[\\p{L}\\p{M}\\p{N}.,@:_-]+`,
  'gu',
)

/** The visitor's messages since the last answer as one question: the newest ones that fit, without long words and gaps. */
export function joinQuestion(history: ChatTurn[]): string {
  const texts: string[] = []
  let remaining = maxCharacters
  for (const turn of history.toReversed()) {
    if (turn.from !== 'visitor' || remaining <= 0) break
    const text = shorten(turn.text, remaining)
    remaining -= text.length + 1
    if (text !== '') texts.unshift(text)
  }
  return texts.join('\n')
}

function shorten(text: string, limit: number): string {
  return truncateText(text, limit)
    .replace(/\s+/g, (gap) => (gap.includes('\n') ? '\n' : ' '))
    .replace(longWord, '$<word>')
}

/** Whether a file is attached to the pending question. Only a person can look at it. */
export function hasFiles(history: readonly ChatTurn[]): boolean {
  return history.slice(findPendingIndex(history)).some(({ files }) => files)
}

/** The index of the first turn of the pending question. */
export function findPendingIndex(history: readonly ChatTurn[]): number {
  return history.findLastIndex(({ from }) => from === 'agent') + 1
}

/** The visitor's messages of a conversation, oldest first. */
export function listVisitorTexts(history: readonly ChatTurn[]): string[] {
  return history.filter(({ from }) => from === 'visitor').map(({ text }) => text)
}

/** The visitor's previous question, which a follow-up such as "and to Norway?" refers to. Empty for the first question. */
export function readTopic(history: ChatTurn[]): string {
  const lastReply = history.findLastIndex(({ from }) => from === 'agent')
  const lastQuestion = history
    .slice(0, Math.max(0, lastReply))
    .findLastIndex(({ from }) => from === 'visitor')
  return joinQuestion(history.slice(0, lastQuestion + 1))
}

export function joinTexts(...texts: string[]): string {
  return texts.filter(Boolean).join('\n')
}
