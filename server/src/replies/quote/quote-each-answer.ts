import type { Sql } from '../../kit/db/db.ts'
import type { LanguageData } from '../language/language-data.ts'
import { findFollowUpContext } from '../question/follow-up.ts'
import { splitQuestions } from '../question/split-questions.ts'
import { findPassages } from '../search/find-passages.ts'
import type { ChatTurn, PassageSearchResult, SearchScope } from '../types.ts'
import { type QuotedReply, quoteAnswer } from './quote-answer.ts'

/** Each question takes a search of its own. */
const maxAnsweredQuestions = 3

/** A quoted reply and what was searched for it. */
export type FoundQuote = { found: PassageSearchResult; quoted: QuotedReply }

/**
 * Quotes an answer to each of the first questions of a message, and lists the other ones as unanswered. `found` is the search
 * result of the message as a whole.
 */
export async function quoteEachAnswer(
  sql: Sql,
  scope: SearchScope,
  question: string,
  found: PassageSearchResult,
): Promise<FoundQuote> {
  const whole = { found, quoted: quoteAnswer(found) }
  const { languages } = found
  const { questions, isCertain } = splitQuestions(question, languages)
  if (questions.length < 2) return whole
  const parts: (FoundQuote & { question: string })[] = []
  for (const part of questions.slice(0, maxAnsweredQuestions)) {
    const history = parts.flatMap((one): ChatTurn[] => [
      { from: 'visitor', text: one.question },
      { from: 'agent', text: one.quoted.text },
    ])
    const context = findFollowUpContext(history, part, languages)
    const ofPart = await findPassages(sql, { ...scope, languages }, part, context)
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
