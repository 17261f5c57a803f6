import type { MessageMeta } from '@aichat/contracts/messages'
import type { Reply } from '../replies/answer.ts'
import { handoverMessages } from './handover-messages.ts'

/** Text and metadata of the message that a reply becomes. */
export function createReplyContent(
  reply: Reply,
  { latencyMs, releaseNumber }: { latencyMs: number; releaseNumber: number | null },
): { text: string; meta: MessageMeta } {
  if (reply.kind === 'handover') {
    const { reason, agentName } = reply
    return {
      text: handoverMessages[reason],
      meta: { kind: 'handover', reason, ...(agentName ? { agentName } : {}) },
    }
  }
  const { agentName, sources, model, text } = reply
  return {
    text,
    meta: {
      autoReply: true,
      ...(reply.kind === 'suggestions' ? { kind: 'suggestions' as const } : {}),
      sources,
      ...(releaseNumber === null ? {} : { releaseNumber }),
      model,
      latencyMs,
      agentName,
    },
  }
}
