import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'

/** What a message counts as. The visitor submitted a `form`; a `program` sent the message with an API key. */
export type MessageKind =
  | 'visitor'
  | 'form'
  | 'person'
  | 'program'
  | 'answer'
  | 'suggestions'
  /** Small talk of the AI, or a question back. */
  | 'ai_other'
  | 'handover'
  | 'rating'
  | 'notice'

export type HistoryMessage = {
  seq: number
  kind: MessageKind
  senderId: string
  /** Unix time in milliseconds. */
  at: number
  language: string | null
  handoverReason: HandoverReason | null
  /** The visitor's answer to suggestions. */
  helped: boolean | null
  /** The visitor opened a suggested page. */
  isOpened: boolean
  /** The visitor's rating of this reply, or with a message of kind `rating` of the conversation. */
  rating: number | null
  /** Knowledge items and FAQs that an answer cites, or that were suggested. */
  sourceIds: string[]
}

/** The conversation was closed after the message `seq`. */
export type Closing = { seq: number; at: number }

/** A person who wrote after the visitor, and how many messages. */
type AgentFacts = { id: string; messages: number }

/** How the AI used a knowledge item or FAQ in a conversation. */
type SourceFacts = { id: string; isCited: boolean; isSuggested: boolean; isUnhelpful: boolean }

/** What reports count of a conversation, or of a part of it. docs/reports.md defines each field. */
export type ConversationFacts = {
  firstSeq: number
  /** Unix time in milliseconds. */
  startedAt: number
  language: string
  messages: number
  aiAnswers: number
  hasSuggestions: boolean
  suggestionsOpened: boolean
  suggestionsHelped: boolean
  handoverReason: HandoverReason | null
  firstResponderId: string | null
  firstResponseSeconds: number | null
  /** The part of it within business hours; null where there were none. */
  firstResponseBusinessSeconds: number | null
  resolutionSeconds: number | null
  rating: number | null
  isConfirmed: boolean
  isQuiet: boolean
  cameBack: boolean
  isUnanswered: boolean
  firstAiReplySeconds: number | null
  /** In the order of ids, like `sources`. */
  agents: AgentFacts[]
  sources: SourceFacts[]
}

/** Increment after a change of the rules below: the facts of stored conversations are then derived again. */
export const factsDefinition = 6

const silenceMs = 72 * 3_600_000
const returnMs = 30 * 60_000
const goodRating = 4
const poorRating = 2

/** The milliseconds between two instants that are within business hours; null where there were none. */
export type MeasureBusinessMs = (from: number, to: number) => number | null

/** Divides a conversation at silences of 72 hours. `messages` is its whole history in the order of seq. */
export function deriveFacts(
  messages: HistoryMessage[],
  closings: Closing[],
  measureBusinessMs: MeasureBusinessMs,
): ConversationFacts[] {
  return divide(messages)
    .filter((part) => part.some(isOfVisitor))
    .map((part) => {
      const from = part[0]?.seq ?? 0
      const to = part.at(-1)?.seq ?? 0
      return summarize(
        part,
        closings.filter(({ seq }) => seq >= from && seq <= to),
        measureBusinessMs,
      )
    })
}

function divide(messages: HistoryMessage[]): HistoryMessage[][] {
  const parts: HistoryMessage[][] = []
  for (const [index, message] of messages.entries()) {
    const previous = messages[index - 1]
    const isAfterSilence = previous && isOfVisitor(message) && message.at - previous.at > silenceMs
    if (!previous || isAfterSilence) parts.push([])
    parts.at(-1)?.push(message)
  }
  return parts
}

function summarize(
  part: HistoryMessage[],
  closings: Closing[],
  measureBusinessMs: MeasureBusinessMs,
): ConversationFacts {
  const startedAt = part.find(isOfVisitor)?.at ?? 0
  const returns = findReturns(part, closings)
  const verdict = findVerdict(part)
  const response = findFirstResponse(part)
  const businessMs = response && measureBusinessMs(response.since, response.at)
  const helpful = part.findLast(({ helped }) => helped)
  const isFinal = (message: HistoryMessage | undefined) =>
    message !== undefined && !returns.some(({ seq }) => seq > message.seq)
  return {
    firstSeq: part[0]?.seq ?? 0,
    startedAt,
    language: part.find(({ language }) => language)?.language ?? '',
    messages: part.filter(isChatMessage).length,
    aiAnswers: part.filter(({ kind }) => kind === 'answer').length,
    hasSuggestions: part.some(({ kind }) => kind === 'suggestions'),
    suggestionsOpened: part.some(({ isOpened }) => isOpened),
    suggestionsHelped: isFinal(helpful),
    handoverReason: part.find(({ kind }) => kind === 'handover')?.handoverReason ?? null,
    firstResponderId: response?.senderId ?? null,
    firstResponseSeconds: response && toSeconds(response.at - response.since),
    firstResponseBusinessSeconds: businessMs === null ? null : toSeconds(businessMs),
    resolutionSeconds: findResolution(part, closings, startedAt),
    rating: part.findLast(({ kind }) => kind === 'rating')?.rating ?? null,
    isConfirmed: isGood(verdict) && isFinal(verdict),
    isQuiet: isQuiet(part) && !verdict && returns.length === 0,
    cameBack: returns.length > 0,
    isUnanswered: !part.some(isAnswer),
    firstAiReplySeconds: findFirstAiReply(part),
    agents: listAgents(part),
    sources: listSources(part),
  }
}

function isOfVisitor({ kind }: HistoryMessage): boolean {
  return kind === 'visitor' || kind === 'form'
}

function isOfAi({ kind }: HistoryMessage): boolean {
  return kind === 'answer' || kind === 'suggestions' || kind === 'ai_other'
}

function isOfTeam({ kind }: HistoryMessage): boolean {
  return kind === 'person' || kind === 'program'
}

function isChatMessage(message: HistoryMessage): boolean {
  return isOfVisitor(message) || isOfTeam(message) || isOfAi(message)
}

function isAnswer(message: HistoryMessage): boolean {
  return isOfTeam(message) || message.kind === 'answer' || message.kind === 'suggestions'
}

/**
 * The messages with which the visitor came back: after the conversation was closed, or 30 minutes after an answer of the AI, as
 * long as no person or program takes part, with whom pauses are usual.
 */
function findReturns(part: HistoryMessage[], closings: Closing[]): HistoryMessage[] {
  const visitorMessages = part.filter(isOfVisitor)
  const firstOfTeam = part.find(isOfTeam)?.seq ?? Number.POSITIVE_INFINITY
  return visitorMessages.filter((message, index) => {
    const previous = visitorMessages[index - 1]
    if (!previous) return false
    if (closings.some(({ seq }) => seq >= previous.seq && seq < message.seq)) return true
    const between = part.filter(({ seq }) => seq > previous.seq && seq < message.seq)
    const reply = between.findLast(
      ({ kind }) => kind === 'handover' || kind === 'answer' || kind === 'suggestions',
    )
    return (
      reply !== undefined &&
      reply.kind !== 'handover' &&
      message.at - reply.at >= returnMs &&
      message.seq < firstOfTeam
    )
  })
}

/** The last message that the visitor has rated, or said of that it helped or did not. */
function findVerdict(part: HistoryMessage[]): HistoryMessage | undefined {
  return part.findLast(({ helped, rating }) => helped !== null || rating !== null)
}

function isGood(verdict: HistoryMessage | undefined): boolean {
  if (!verdict) return false
  return verdict.rating === null ? verdict.helped === true : verdict.rating >= goodRating
}

/**
 * The first message of a person, and when the visitor began to wait: with the first message that nothing had answered; where the AI
 * had answered, with the visitor's last message. A hand-over answers nothing.
 */
function findFirstResponse(part: HistoryMessage[]): { senderId: string; since: number; at: number } | null {
  let waitingSince: number | null = null
  let lastVisitorAt: number | null = null
  let isHandedOver = false
  for (const [index, message] of part.entries()) {
    if (isOfVisitor(message)) {
      waitingSince ??= message.at
      lastVisitorAt = message.at
    } else if (message.kind === 'handover') {
      waitingSince ??= part[index - 1]?.at ?? message.at
      isHandedOver = true
    } else if (message.kind === 'program' || (isOfAi(message) && !isHandedOver)) {
      waitingSince = null
    } else if (message.kind === 'person' && lastVisitorAt !== null) {
      return { senderId: message.senderId, since: waitingSince ?? lastVisitorAt, at: message.at }
    }
  }
  return null
}

/** The seconds from the visitor's first message to the AI's first reply or hand-over, if it came before a person or program wrote. */
function findFirstAiReply(part: HistoryMessage[]): number | null {
  const first = part.find(isOfVisitor)
  if (!first) return null
  const reply = part.find(
    (message) =>
      message.seq > first.seq && (isOfAi(message) || message.kind === 'handover' || isOfTeam(message)),
  )
  return reply && !isOfTeam(reply) ? toSeconds(reply.at - first.at) : null
}

function listAgents(part: HistoryMessage[]): AgentFacts[] {
  const firstSeq = part.find(isOfVisitor)?.seq ?? 0
  const counts = new Map<string, number>()
  for (const { kind, seq, senderId } of part)
    if (kind === 'person' && seq > firstSeq) counts.set(senderId, (counts.get(senderId) ?? 0) + 1)
  return [...counts].map(([id, messages]) => ({ id, messages })).sort(compareIds)
}

function listSources(part: HistoryMessage[]): SourceFacts[] {
  const sources = new Map<string, SourceFacts>()
  for (const message of part.filter(isOfAi)) {
    for (const id of message.sourceIds) {
      const source = sources.get(id) ?? { id, isCited: false, isSuggested: false, isUnhelpful: false }
      if (message.kind === 'suggestions') source.isSuggested = true
      else source.isCited = true
      source.isUnhelpful ||= message.kind === 'answer' && isUnhelpful(message, part)
      sources.set(id, source)
    }
  }
  return [...sources.values()].sort(compareIds)
}

function compareIds(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}

/** Whether the visitor rated the answer with 1 or 2 or asked for a person next, or a person wrote before the visitor did. */
function isUnhelpful(answer: HistoryMessage, part: HistoryMessage[]): boolean {
  if (answer.rating !== null && answer.rating <= poorRating) return true
  const later = part.filter(({ seq }) => seq > answer.seq)
  const reply = later.find(({ kind }) => kind === 'handover' || kind === 'answer' || kind === 'suggestions')
  const next = later.find((message) => isChatMessage(message) || message.kind === 'handover')
  return reply?.handoverReason === 'asked_for_person' || next?.kind === 'person'
}

/** Until the conversation was last closed; null when the visitor has written since then. */
function findResolution(part: HistoryMessage[], closings: Closing[], startedAt: number): number | null {
  const lastVisitorSeq = part.findLast(isOfVisitor)?.seq ?? 0
  const closing = closings.findLast(({ seq }) => seq >= lastVisitorSeq)
  return closing ? toSeconds(closing.at - startedAt) : null
}

/** Whether the AI had the last word, with an answer or suggestions in the conversation, and never asked the team. */
function isQuiet(part: HistoryMessage[]): boolean {
  const last = part.findLast(isChatMessage)
  const isOfOthers = part.some((message) => isOfTeam(message) || message.kind === 'handover')
  return last !== undefined && isOfAi(last) && part.some(isAnswer) && !isOfOthers
}

function toSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000))
}
