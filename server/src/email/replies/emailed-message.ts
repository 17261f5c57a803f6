import { getDistinctSources } from '@aichat/contracts/chat/distinct-sources'
import type { Message } from '@aichat/contracts/chat/messages'
import type { Language } from '@aichat/contracts/kit/languages'
import { emailWords } from '../words.ts'
import type { EmailedMessage } from './write-reply-email.ts'

/** Messages of people, and answers and suggestions of the AI when the visitor asked by email. */
export function isEmailed({ agent, isAi, meta }: Message, asksByEmail: boolean): boolean {
  if (agent) return true
  return isAi && asksByEmail && (meta.kind === undefined || meta.kind === 'suggestions')
}

/** The pages of an AI reply follow its text, with their addresses. */
export function toEmailed(
  { agent, text, meta, attachments }: Message,
  { language, senderName }: { language: Language; senderName: string },
): EmailedMessage {
  const attachmentNames = attachments.map(({ name }) => name)
  if (agent) return { author: agent.name, text, attachmentNames }
  const pages = getDistinctSources(meta.sources ?? []).filter(({ url }) => url !== null)
  // Below the first line, suggestions have the titles of their pages.
  const reply = meta.kind === 'suggestions' && pages.length > 0 ? (text.split('\n')[0] ?? '') : text
  return {
    author: `${meta.agentName ?? senderName} (${emailWords[language].ai})`,
    text: [reply, ...pages.map(({ title, url }) => `${title}: ${url}`)].join('\n'),
    attachmentNames,
  }
}
