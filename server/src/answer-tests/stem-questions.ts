import { createHash } from 'node:crypto'
import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'
import type { Sql } from '../kit/db/db.ts'
import { listLanguages, stemTexts } from '../knowledge/search/word-store.ts'
import { answerSmallTalk } from '../replies/small-talk/small-talk.ts'
import type { StemmedQuestion } from './cluster-questions.ts'

/** Comparing the questions takes time in proportion to the square of this. */
const maxQuestions = 600
export const maxTextLength = 1000

/** Questions with the same words, by their key. */
export function groupByKey<T extends { question: string }>(questions: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const question of questions) {
    const key = toKey(question.question)
    const group = groups.get(key)
    if (group) group.push(question)
    else if (groups.size < maxQuestions) groups.set(key, [question])
  }
  return groups
}

/** The words of a question in lower case. */
export function toKey(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join(' ').slice(0, maxTextLength)
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** Greetings, thanks, emoji and single letters are no questions. */
export function isQuestion(text: string, profile: AgentProfile): boolean {
  return /\p{L}{2}/u.test(text) && answerSmallTalk(text, profile) === null
}

/** The word stems of questions, in the languages of the project's knowledge. */
export async function stemQuestions(
  sql: Sql,
  projectId: string,
  texts: string[],
): Promise<StemmedQuestion[]> {
  const languages = await listLanguages(sql, { projectId, isDraft: true })
  const stems = await stemTexts(sql, languages.length > 0 ? languages : ['english'], texts)
  return texts.map((text, index) => ({ text, stems: stems[index] ?? [] }))
}
