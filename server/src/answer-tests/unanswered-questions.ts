import { createHash } from 'node:crypto'
import type { AgentProfile } from '@aichat/contracts/agent-profile'
import { answerTestLimits, type UnansweredQuestion } from '@aichat/contracts/answer-tests'
import { truncateText } from '@aichat/contracts/text'
import { getProfile } from '../agent-profile/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { listLanguages, stemTexts } from '../knowledge/search.ts'
import { maskSecrets } from '../replies/mask-secrets.ts'
import { answerSmallTalk } from '../replies/small-talk.ts'
import { clusterQuestions } from './cluster-questions.ts'
import {
  type AskedQuestion,
  findHumanAnswer,
  listAskedQuestions,
  listIgnoredHashes,
  listKnownQuestions,
} from './question-store.ts'

/** Comparing the questions takes time in proportion to the square of this. */
const maxQuestions = 600
const maxTextLength = 1000

type Cluster = { newest: AskedQuestion; members: AskedQuestion[]; hashes: string[] }

/** What the AI could not answer: nearly identical questions together, the most frequent first, with secrets masked. */
export async function listUnansweredQuestions(sql: Sql, projectId: string): Promise<UnansweredQuestion[]> {
  const clusters = await findClusters(sql, projectId)
  const ignored = new Set(await listIgnoredHashes(sql, projectId))
  const { testQuestions } = await listKnownQuestions(sql, projectId)
  const tests = new Set(testQuestions.map(toKey))
  const shown = clusters
    .toSorted((a, b) => b.members.length - a.members.length || compareTime(b.newest, a.newest))
    .slice(0, answerTestLimits.questionsShown)
  const questions: UnansweredQuestion[] = []
  for (const { newest, members, hashes } of shown) {
    const humanAnswer = await findHumanAnswer(sql, members.slice(0, answerTestLimits.questionsShown))
    questions.push({
      id: hashes[0] ?? '',
      question: truncateText(maskSecrets(newest.question), maxTextLength),
      count: members.length,
      lastAt: newest.at,
      sessionId: newest.sessionId,
      humanAnswer: humanAnswer && maskSecrets(humanAnswer),
      isTest: members.some(({ question }) => tests.has(toKey(question))),
      isIgnored: hashes.some((hash) => ignored.has(hash)),
    })
  }
  return questions
}

/** The hashes of all questions that are shown as one; empty for an unknown id. */
export async function findQuestionHashes(sql: Sql, projectId: string, id: string): Promise<string[]> {
  return (await findClusters(sql, projectId)).find(({ hashes }) => hashes.includes(id))?.hashes ?? []
}

/** A group counts as unanswered when the newest of its questions is. */
async function findClusters(sql: Sql, projectId: string): Promise<Cluster[]> {
  const profile = await getProfile(sql, projectId)
  const { faqQuestions } = await listKnownQuestions(sql, projectId)
  const known = new Set(faqQuestions.map(toKey))
  const asked = groupByKey(
    (await listAskedQuestions(sql, projectId)).filter(({ question }) => isQuestion(question, profile)),
  )
  const languages = await listLanguages(sql, projectId)
  const texts = [...asked.keys()]
  const stems = await stemTexts(sql, languages.length > 0 ? languages : ['english'], texts)
  const groups = clusterQuestions(texts.map((text, index) => ({ text, stems: stems[index] ?? [] })))
  return groups.flatMap((group) => {
    const members = group.flatMap(({ text }) => asked.get(text) ?? []).toSorted((a, b) => compareTime(b, a))
    const [newest] = members
    const isOpen = newest?.isUnanswered && !group.some(({ text }) => known.has(text))
    const unanswered = members.filter(({ isUnanswered }) => isUnanswered)
    return isOpen ? [{ newest, members: unanswered, hashes: group.map(({ text }) => hash(text)) }] : []
  })
}

function groupByKey(questions: AskedQuestion[]): Map<string, AskedQuestion[]> {
  const groups = new Map<string, AskedQuestion[]>()
  for (const question of questions) {
    const key = toKey(question.question)
    const group = groups.get(key)
    if (group) group.push(question)
    else if (groups.size < maxQuestions) groups.set(key, [question])
  }
  return groups
}

/** Greetings, thanks, emoji and single letters are no questions. */
function isQuestion(text: string, profile: AgentProfile): boolean {
  return /\p{L}{2}/u.test(text) && answerSmallTalk(text, profile) === null
}

function toKey(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join(' ').slice(0, maxTextLength)
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function compareTime(one: AskedQuestion, other: AskedQuestion): number {
  return Date.parse(one.at) - Date.parse(other.at)
}
