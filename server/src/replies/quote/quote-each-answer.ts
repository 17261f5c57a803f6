import type { Sql } from '../../kit/db/db.ts'
import type { AnswerSet } from '../../knowledge/search.ts'
import type { ChatTurn } from '../answer.ts'
import type { LanguageData } from '../language/language-data.ts'
import { findFollowUpContext } from '../question/follow-up.ts'
import { splitQuestions } from '../question/split-questions.ts'
import {
  findPassages,
  listSearchLanguages,
  type PassageSearchResult,
  type SearchOptions,
} from '../search/find-passages.ts'
import { type QuotedReply, quoteAnswer } from './quote-answer.ts'

type Options = Omit<SearchOptions, 'context' | 'languages'>

/** Searches for the pending question, together with the one before if it continues that. */
export async function searchConversation(
  sql: Sql,
  answers: AnswerSet,
  history: ChatTurn[],
  question: string,
  options: Options,
): Promise<PassageSearchResult> {
  const languages = await listSearchLanguages(sql, answers)
  const context = findFollowUpContext(history, question, languages)
  return findPassages(sql, answers, question, { ...options, context, languages })
}

/** Each question takes a search of its own. */
const maxAnsweredQuestions = 3

/**
 * Quotes an answer to each of the first questions of a message, and lists the other ones as unanswered. `found` is the search
 * result of the message as a whole.
 */
export async function quoteEachAnswer(
  sql: Sql,
  answers: AnswerSet,
  question: string,
  found: PassageSearchResult,
  options: Options,
): Promise<{ found: PassageSearchResult; quoted: QuotedReply }> {
  const whole = { found, quoted: quoteAnswer(found) }
  const { languages } = found
  const { questions, isCertain } = splitQuestions(question, languages)
  if (questions.length < 2) return whole
  const parts: { question: string; found: PassageSearchResult; quoted: QuotedReply }[] = []
  for (const part of questions.slice(0, maxAnsweredQuestions)) {
    const history = parts.flatMap((one): ChatTurn[] => [
      { from: 'visitor', text: one.question },
      { from: 'agent', text: one.quoted.text },
    ])
    const context = findFollowUpContext(history, part, languages)
    const ofPart = await findPassages(sql, answers, part, { ...options, context, languages })
    parts.push({ question: part, found: ofPart, quoted: quoteAnswer(ofPart) })
  }
  const answered = parts.filter(({ quoted }) => quoted.outcome.kind === 'answer')
  const isComplete = answered.length === questions.length
  if (answered.length === 0 || (!isComplete && (!isCertain || answersAll(whole.quoted)))) return whole
  if (isComplete && answered.every(({ quoted }) => sectionOf(quoted) === sectionOf(whole.quoted)))
    return whole
  const unanswered = questions.filter((part) => !answered.some((one) => one.question === part))
  const passages = [
    ...new Set([...answered.flatMap(({ found: { passages: all } }) => all), ...found.passages]),
  ]
  return {
    found: { ...found, passages },
    quoted: joinReplies(
      answered.map(({ quoted }) => quoted),
      unanswered,
      found.question.languages,
    ),
  }
}

/** Whether one passage answers the message, so that its questions are one. */
function answersAll({ outcome: { kind, candidates } }: QuotedReply): boolean {
  return kind === 'answer' && (candidates[0]?.inOneStatement ?? 0) >= minAnsweredShare
}

const minAnsweredShare = 0.9

/** Two sections of one page have different answers. */
function sectionOf({ outcome: { kind, candidates } }: QuotedReply): string | undefined {
  const passage = kind === 'answer' ? candidates[0]?.passage : undefined
  return passage && `${passage.itemId} ${passage.heading}`
}

function joinReplies(replies: QuotedReply[], unanswered: string[], languages: LanguageData[]): QuotedReply {
  const texts = [...new Set(replies.map(({ text }) => text))]
  const missing = unanswered.length > 0 ? [listUnanswered(unanswered, languages)] : []
  const sources = replies.flatMap((reply) => reply.sources)
  return {
    outcome: {
      kind: 'answer',
      rule: 'several_questions',
      candidates: replies.flatMap(({ outcome }) => outcome.candidates),
      missingWords: [],
    },
    text: [...texts, ...missing].join('\n\n'),
    sources: sources.filter(
      ({ itemId, quote }, index) =>
        sources.findIndex((other) => other.itemId === itemId && other.quote === quote) === index,
    ),
    passages: replies.flatMap((reply) => reply.passages),
  }
}

function listUnanswered(questions: string[], languages: LanguageData[]): string {
  const introduction = languages[0]?.unanswered ?? ''
  const lines = questions.map((question) => question.replace(/\s+/g, ' '))
  return lines.length === 1
    ? `${introduction} ${lines[0]}`
    : [introduction, ...lines.map((line) => `- ${line}`)].join('\n')
}
