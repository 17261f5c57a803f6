import type { Sql } from '../kit/db/db.ts'
import type { ChatTurn } from './answer.ts'
import {
  findPassages,
  listSearchLanguages,
  type PassageSearchResult,
  type SearchOptions,
} from './find-passages.ts'
import { findFollowUpContext } from './follow-up.ts'
import type { LanguageData } from './language-data.ts'
import { type QuotedReply, quoteAnswer } from './quote-answer.ts'
import { splitQuestions } from './split-questions.ts'

type Options = Omit<SearchOptions, 'context'>

/** Searches for the pending question, together with the one before if it continues that. */
export async function searchConversation(
  sql: Sql,
  projectId: string,
  history: ChatTurn[],
  question: string,
  options: Options,
): Promise<PassageSearchResult> {
  const languages = await listSearchLanguages(sql, projectId)
  const context = findFollowUpContext(history, question, languages)
  return findPassages(sql, projectId, question, { ...options, context })
}

/** Quotes an answer to each question of a message. `found` is the search result of the message as a whole. */
export async function quoteEachAnswer(
  sql: Sql,
  projectId: string,
  question: string,
  found: PassageSearchResult,
  options: Options,
): Promise<{ found: PassageSearchResult; quoted: QuotedReply }> {
  const whole = { found, quoted: quoteAnswer(found) }
  const { languages } = found
  const { questions, isCertain } = splitQuestions(question, languages)
  if (questions.length < 2 || answersAll(whole.quoted)) return whole
  const parts: { question: string; found: PassageSearchResult; quoted: QuotedReply }[] = []
  for (const part of questions) {
    const history = parts.flatMap((one): ChatTurn[] => [
      { from: 'visitor', text: one.question },
      { from: 'agent', text: one.quoted.text },
    ])
    const context = findFollowUpContext(history, part, languages)
    const ofPart = await findPassages(sql, projectId, part, { ...options, context })
    parts.push({ question: part, found: ofPart, quoted: quoteAnswer(ofPart) })
  }
  const answered = parts.filter(({ quoted }) => quoted.outcome.kind === 'answer')
  if (answered.length === 0 || (!isCertain && answered.length < parts.length)) return whole
  const unanswered = parts.filter((part) => !answered.includes(part)).map((part) => part.question)
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

function joinReplies(replies: QuotedReply[], unanswered: string[], languages: LanguageData[]): QuotedReply {
  const texts = [...new Set(replies.map(({ text }) => text))]
  const introduction = languages[0]?.unanswered ?? ''
  const missing = unanswered.length > 0 ? [`${introduction} ${unanswered.join(' ')}`] : []
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
