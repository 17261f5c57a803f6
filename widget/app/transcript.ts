import type { Message } from '@aichat/contracts/messages'
import { words } from './words.ts'

/** The conversation as plain text, as the visitor saw it. */
export function transcriptOf(title: string, messages: readonly Message[]): string {
  const lines = messages.map((message) => {
    const time = new Date(message.createdAt).toLocaleString(document.documentElement.lang || [])
    const files = message.attachments.map(({ name }) => `[${name}]`)
    const sources = message.meta.sources?.map(({ title, url }) => `(${url ?? title})`) ?? []
    return `${time}  ${authorOf(message)}\n${[message.text, ...files, ...sources].filter(Boolean).join('\n')}\n`
  })
  return [title, '', ...lines].join('\n')
}

function authorOf({ from, isAi, agent, meta }: Message): string {
  if (from === 'visitor') return words.you
  if (isAi) return `${meta.agentName ?? ''} (${words.ai})`.trim()
  return agent?.name ?? ''
}
