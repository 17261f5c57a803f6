import type { MessageMeta } from '@aichat/contracts/messages'
import type { Reply } from '../replies/answer.ts'
import { formatHandover, formatSuggestions, type NoticeContext } from './notices.ts'

type ContentContext = NoticeContext & { latencyMs: number; releaseNumber: number | null }

/** Text and metadata of the message that a reply becomes. */
export function createReplyContent(
  reply: Reply,
  context: ContentContext,
): { text: string; meta: MessageMeta } {
  if (reply.kind === 'handover') {
    const { reason, agentName } = reply
    return {
      text: formatHandover(reason, context),
      meta: { kind: 'handover', reason, ...(agentName ? { agentName } : {}) },
    }
  }
  const { agentName, sources, model } = reply
  const { latencyMs, releaseNumber, language } = context
  const isSuggestion = reply.kind === 'suggestions'
  return {
    text: isSuggestion ? formatSuggestions(sources, language) : reply.text,
    meta: {
      autoReply: true,
      ...(isSuggestion ? { kind: 'suggestions' as const } : {}),
      sources,
      ...(releaseNumber === null ? {} : { releaseNumber }),
      model,
      latencyMs,
      agentName,
    },
  }
}
