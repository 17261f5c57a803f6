import type { Message } from '@aichat/contracts/chat/messages'
import { words } from '../kit/words.ts'

/** Formats the conversation as plain text. */
export function formatTranscript(title: string, messages: readonly Message[]): string {
  const lines = messages.map((message) => {
    const time = new Date(message.createdAt).toLocaleString(document.documentElement.lang || [])
    const files = message.attachments.map(({ name }) => `[${name}]`)
    const sources = message.meta.sources?.map(({ title, url }) => `(${url ?? title})`) ?? []
    return `${time}  ${getAuthor(message)}\n${[message.text, ...files, ...sources].filter(Boolean).join('\n')}\n`
  })
  return [title, '', ...lines].join('\n')
}

function getAuthor({ from, isAi, agent, meta }: Message): string {
  if (from === 'visitor') return words.you
  if (isAi) return `${meta.agentName ?? ''} (${words.ai})`.trim()
  return agent?.name ?? ''
}
