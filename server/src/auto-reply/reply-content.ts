import type { MessageMeta } from '@aichat/contracts/chat/messages'
import type { LiveRelease } from '../releases/answer-set-store.ts'
import type { Reply } from '../replies/types.ts'
import { formatHandover, formatSuggestions, type NoticeContext } from './notices.ts'

type ContentContext = NoticeContext & { latencyMs: number }

/** Text and metadata of the message that a reply becomes. */
export function createReplyContent(
  reply: Reply,
  context: ContentContext,
): { text: string; meta: MessageMeta } {
  if (reply.kind === 'handover') {
    const { reason, agentName } = reply
    return {
      text: formatHandover(reason, context),
      meta: { kind: 'handover', reason, language: context.language, ...(agentName ? { agentName } : {}) },
    }
  }
  const { agentName, sources, model, release } = reply
  const { latencyMs, language } = context
  const isSuggestion = reply.kind === 'suggestions'
  return {
    text: isSuggestion ? formatSuggestions(reply.text, language) : reply.text,
    meta: {
      autoReply: true,
      language: reply.language ?? language,
      ...(isSuggestion ? { kind: 'suggestions' as const } : {}),
      sources,
      ...(release ? toReleaseMeta(release) : {}),
      model,
      latencyMs,
      agentName,
    },
  }
}

/** The release and the revision within it that the reply was written from. The draft has no release. */
function toReleaseMeta({
  number,
  revision,
}: LiveRelease): Pick<MessageMeta, 'releaseNumber' | 'releaseRevision'> {
  return number === null ? {} : { releaseNumber: number, releaseRevision: revision }
}
