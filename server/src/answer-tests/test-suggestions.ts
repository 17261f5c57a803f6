import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'
import { answerTestLimits, type TestSuggestion } from '@aichat/contracts/ai/answer-tests'
import { truncateText } from '@aichat/contracts/kit/text'
import { getProfile } from '../agent-profile/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { findUnsupportedFacts } from '../replies/facts/check-facts.ts'
import { extractFacts } from '../replies/facts/extract-facts.ts'
import { maskPersonalData } from '../replies/model/mask-secrets.ts'
import { answerSmallTalk } from '../replies/small-talk/small-talk.ts'
import { clusterQuestions } from './cluster-questions.ts'
import { listIgnoredHashes, listKnownQuestions } from './question-store.ts'
import { groupByKey, hashKey, isQuestion, maxTextLength, stemQuestions, toKey } from './stem-questions.ts'
import { type CriticizedAnswer, listCriticizedAnswers } from './suggestion-store.ts'

type Criticism = Omit<CriticizedAnswer, 'agentTexts'> & { humanAnswer: string | null }
/** Similar questions, newest first. */
type Group = { newest: Criticism; members: Criticism[]; keys: string[] }

const maxPhrases = 3
const minStatementWords = 4

/**
 * Answers of the AI that visitors rated as not helpful or agents corrected: similar questions together, the most frequent first. Those
 * that are answer tests already are left out. Secrets and personal data are masked.
 */
export async function listTestSuggestions(sql: Sql, projectId: string): Promise<TestSuggestion[]> {
  const ignored = new Set(await listIgnoredHashes(sql, projectId))
  const { testQuestions } = await listKnownQuestions(sql, projectId)
  const tests = new Set(testQuestions.map(toKey))
  return (await findGroups(sql, projectId))
    .filter(({ keys }) => !keys.some((key) => tests.has(key)))
    .toSorted((a, b) => b.members.length - a.members.length)
    .slice(0, answerTestLimits.questionsShown)
    .map((group) => toSuggestion(group, ignored))
}

/** The hashes of all questions that are suggested as one; empty for an unknown id. */
export async function findSuggestionHashes(sql: Sql, projectId: string, id: string): Promise<string[]> {
  const all = (await findGroups(sql, projectId)).map(({ keys }) => keys.map(hashSuggestion))
  return all.find((hashes) => hashes.includes(id)) ?? []
}

async function findGroups(sql: Sql, projectId: string): Promise<Group[]> {
  const profile = await getProfile(sql, projectId)
  const criticized = (await listCriticizedAnswers(sql, projectId))
    .map((answer) => toCriticism(answer, profile))
    .filter((one) => (one.isRatedDown || one.humanAnswer !== null) && isQuestion(one.question, profile))
  const byKey = groupByKey(criticized)
  return clusterQuestions(await stemQuestions(sql, projectId, [...byKey.keys()])).flatMap((similar) => {
    const keys = similar.map(({ text }) => text)
    const members = keys
      .flatMap((key) => byKey.get(key) ?? [])
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    return members[0] ? [{ newest: members[0], members, keys }] : []
  })
}

function toCriticism({ agentTexts, ...answer }: CriticizedAnswer, profile: AgentProfile): Criticism {
  const correction = agentTexts.find((text) => isStatement(text, profile))
  return {
    ...answer,
    question: truncateText(maskPersonalData(answer.question), maxTextLength),
    humanAnswer: correction === undefined ? null : maskPersonalData(correction),
  }
}

/** "Hello!" or "You are welcome!" of an agent corrects nothing, but "No, 14 days." does. */
function isStatement(text: string, profile: AgentProfile): boolean {
  const isLong = text.trim().split(/\s+/).length >= minStatementWords
  return (isLong || /\d/.test(text)) && answerSmallTalk(text, profile) === null
}

function toSuggestion({ newest, members, keys }: Group, ignored: Set<string>): TestSuggestion {
  const hashes = keys.map(hashSuggestion)
  const corrected = members.find(({ humanAnswer }) => humanAnswer !== null)
  const { question, sessionId, aiAnswer, humanAnswer } = corrected ?? newest
  const comment = members.find((one) => one.isRatedDown && one.comment !== null)?.comment
  return {
    id: hashes[0] ?? '',
    question,
    origins: [
      ...(members.some(({ isRatedDown }) => isRatedDown) ? (['rated_down'] as const) : []),
      ...(corrected ? (['corrected'] as const) : []),
    ],
    count: members.length,
    lastAt: newest.at,
    sessionId,
    aiAnswer: maskPersonalData(aiAnswer),
    humanAnswer,
    comment: comment ? maskPersonalData(comment) : null,
    phrases: humanAnswer === null ? [] : listPhrases(humanAnswer, aiAnswer),
    isIgnored: hashes.some((hash) => ignored.has(hash)),
  }
}

/** Facts of the agent's answer that the AI's answer lacks, as they are written. */
function listPhrases(humanAnswer: string, aiAnswer: string): string[] {
  const missing = findUnsupportedFacts(humanAnswer, extractFacts(aiAnswer))
  const phrases = missing.flatMap((text) => findWithWordEnd(humanAnswer, text) ?? [])
  return [...new Set(phrases)].filter(({ length }) => length <= answerTestLimits.phrase).slice(0, maxPhrases)
}

/** A fact may end within a word, such as "14 day" of "14 days". */
function findWithWordEnd(text: string, fact: string): string | null {
  const start = text.indexOf(fact)
  if (start < 0) return null
  const rest = text.slice(start + fact.length)
  return fact + (/^\p{L}*/u.exec(rest)?.[0] ?? '')
}

/** Differs from the hash of the same question among the unanswered ones, which is ignored separately. */
function hashSuggestion(key: string): string {
  return hashKey(`suggestion ${key}`)
}
