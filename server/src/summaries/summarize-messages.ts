import { handoverReasons } from '@aichat/contracts/ai/reply-traces'
import { getDistinctSources } from '@aichat/contracts/chat/distinct-sources'
import type { Message } from '@aichat/contracts/chat/messages'
import {
  type Summary,
  type SummaryExchange,
  type SummaryReply,
  summaryLimits,
} from '@aichat/contracts/chat/summaries'
import { truncateText } from '@aichat/contracts/kit/text'
import { joinTexts } from '../replies/question/join-question.ts'
import { isSmallTalk } from '../replies/small-talk/small-talk.ts'

type Overview = Omit<Summary, 'written' | 'canWrite'>

/** Summarizes a conversation without a model: its questions with their replies, the form and the reason of the hand-over. */
export function summarizeMessages(messages: Message[]): Overview {
  const exchanges = listExchanges(messages)
  const last = messages.findLast(isCovered)
  const [first, ...later] = exchanges
  const newest = later.slice(1 - summaryLimits.exchanges)
  const shown = first ? [first, ...newest] : []
  return {
    untilSeq: last?.seq ?? 0,
    untilAt: last?.createdAt ?? null,
    exchanges: shown.map(({ seq, questions, replies }) => ({
      seq,
      questions: questions.slice(-summaryLimits.questions),
      replies: replies.slice(-summaryLimits.replies),
    })),
    omittedExchanges: exchanges.length - shown.length,
    form: messages.findLast(({ meta }) => meta.kind === 'prechat_summary')?.meta.fields ?? {},
    handoverReason: findHandoverReason(messages),
  }
}

/** Whether a summary covers the message. Other system messages, such as ratings, are not part of it. */
export function isCovered({ type, meta }: Message): boolean {
  return type === 'text' || meta.kind === 'prechat_summary' || meta.kind === 'handover'
}

/** The text of a message and the names of its files. */
export function describeContent({ text, attachments }: Message): string {
  return joinTexts(text, ...attachments.map(({ name }) => name))
}

function findHandoverReason(messages: Message[]): Overview['handoverReason'] {
  const decisive = messages.findLast((message) => message.meta.kind === 'handover' || isPersonReply(message))
  const reason = decisive?.meta.reason
  return handoverReasons.find((one) => one === reason) ?? null
}

/** Consecutive messages of the visitor begin one exchange. Small talk, and the AI's replies to it, are left out. */
function listExchanges(messages: Message[]): SummaryExchange[] {
  const exchanges: SummaryExchange[] = []
  let questions: Message[] = []
  let isOpen = false
  const close = () => {
    const asked = questions.map((one) => toExcerpt(describeContent(one))).filter((text) => !isSmallTalk(text))
    isOpen = asked.length > 0
    if (isOpen) exchanges.push({ seq: questions[0]?.seq ?? 0, questions: asked, replies: [] })
    questions = []
  }
  for (const message of messages) {
    if (message.from === 'visitor') questions.push(message)
    else if (isReply(message)) {
      if (questions.length > 0) close()
      const reply = toReply(message)
      if (isOpen) exchanges.at(-1)?.replies.push(reply)
      else if (!message.isAi) {
        exchanges.push({ seq: message.seq, questions: [], replies: [reply] })
        isOpen = true
      }
    }
  }
  if (questions.length > 0) close()
  return exchanges
}

function isReply({ from, type }: Message): boolean {
  return from === 'agent' && type === 'text'
}

function isPersonReply(message: Message): boolean {
  return isReply(message) && !message.isAi
}

function toReply(message: Message): SummaryReply {
  const { seq, isAi, agent, meta } = message
  return {
    seq,
    kind: meta.kind === 'suggestions' ? 'suggestions' : 'answer',
    isAi,
    agentName: agent?.name ?? null,
    text: toExcerpt(describeContent(message)),
    sources: getDistinctSources(meta.sources ?? []).map(({ itemId, title, url }) => ({ itemId, title, url })),
    helped: meta.helped ?? null,
  }
}

function toExcerpt(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= summaryLimits.excerpt
    ? line
    : `${truncateText(line, summaryLimits.excerpt - 1).trimEnd()}…`
}
