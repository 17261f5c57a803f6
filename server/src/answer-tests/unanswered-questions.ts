import { answerTestLimits, type UnansweredQuestion } from '@aichat/contracts/ai/answer-tests'
import { truncateText } from '@aichat/contracts/kit/text'
import { getProfile } from '../agent-profile/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { maskSecrets } from '../replies/model/mask-secrets.ts'
import { clusterQuestions } from './cluster-questions.ts'
import {
  type AskedQuestion,
  findHumanAnswer,
  listAskedQuestions,
  listIgnoredHashes,
  listKnownQuestions,
} from './question-store.ts'
import { groupByKey, hashKey, isQuestion, maxTextLength, stemQuestions, toKey } from './stem-questions.ts'

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
      hadSuggestions: newest.hadSuggestions,
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
  const groups = clusterQuestions(await stemQuestions(sql, projectId, [...asked.keys()]))
  return groups.flatMap((group) => {
    const members = group.flatMap(({ text }) => asked.get(text) ?? []).toSorted((a, b) => compareTime(b, a))
    const [newest] = members
    const isOpen = newest?.isUnanswered && !group.some(({ text }) => known.has(text))
    const unanswered = members.filter(({ isUnanswered }) => isUnanswered)
    return isOpen ? [{ newest, members: unanswered, hashes: group.map(({ text }) => hashKey(text)) }] : []
  })
}

function compareTime(one: AskedQuestion, other: AskedQuestion): number {
  return Date.parse(one.at) - Date.parse(other.at)
}
