import type { Message } from '@aichat/contracts/chat/messages'

/** Consecutive messages of one author, shown with one name above and one time below. */
export type Group = { key: string; day: string; author: string; messages: Message[] }

const maxPauseMs = 3 * 60_000

export function groupMessages(messages: readonly Message[], getDay: (time: string) => string): Group[] {
  const groups: Group[] = []
  for (const message of messages) {
    const author = getAuthorKey(message)
    const day = getDay(message.createdAt)
    const group = groups.at(-1)
    if (group?.author === author && group.day === day && isSoonAfter(group.messages.at(-1)!, message)) {
      group.messages.push(message)
    } else groups.push({ key: message._id, day, author, messages: [message] })
  }
  return groups
}

function getAuthorKey({ from, isAi, agent, meta }: Message): string {
  if (from !== 'agent') return from
  return isAi ? `ai ${meta.agentName ?? ''}` : `agent ${agent?.id ?? ''}`
}

function isSoonAfter(before: Message, after: Message): boolean {
  const pause = Date.parse(after.createdAt) - Date.parse(before.createdAt)
  return !(pause > maxPauseMs)
}
