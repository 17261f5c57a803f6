import { toPlainText } from '@aichat/contracts/chat/rich-text'
import { sessionSentences } from '@aichat/contracts/chat/sessions'
import type { PushContent } from '@aichat/contracts/company/notifications'
import { truncateText } from '@aichat/contracts/kit/text'
import type { Candidate, NotificationReason } from './queue-store.ts'

/** Push services accept messages of 4 KB. */
const maxLength = { title: 80, body: 160 }
/** Beyond it, one notification stands for all conversations: after quiet hours, many are due at once. */
const maxSeparate = 3
const maxNames = 3

/** One conversation may have several reasons. The first one here is shown. */
const priorities: NotificationReason[] = ['mention', 'assigned', 'message', 'needs_person']

/** A notification, and the conversations that it is about. */
export type Notification = { content: PushContent; sessionIds: string[] }

/** The candidates come with the most recent conversation first. */
export function writeNotifications(candidates: readonly Candidate[]): Notification[] {
  const bySession = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const other = bySession.get(candidate.sessionId)
    if (!other || getPriority(candidate) < getPriority(other)) bySession.set(candidate.sessionId, candidate)
  }
  const conversations = [...bySession.values()]
  if (conversations.length > maxSeparate)
    return [{ content: writeSummary(conversations), sessionIds: [...bySession.keys()] }]
  return conversations.map((candidate) => ({
    content: writeNotification(candidate),
    sessionIds: [candidate.sessionId],
  }))
}

function getPriority({ reason }: Candidate): number {
  return priorities.indexOf(reason)
}

function writeNotification(candidate: Candidate): PushContent {
  const { sessionId } = candidate
  const { title, body } = getTexts(candidate)
  return {
    title: truncateText(title, maxLength.title),
    body: truncateText(toPlainText(body), maxLength.body),
    path: `/chats?${new URLSearchParams({ session: sessionId })}`,
    tag: sessionId,
  }
}

function getTexts(candidate: Candidate): { title: string; body: string } {
  const { reason, note, lastMessage } = candidate
  const name = getName(candidate)
  const body = lastMessage ?? ''
  if (note) return { title: `${note.author} mentioned you`, body: note.text }
  if (reason === 'assigned') return { title: `${name} was assigned to you`, body }
  if (reason === 'message') return { title: name, body }
  return { title: `${name} is waiting for a reply`, body }
}

function writeSummary(conversations: readonly Candidate[]): PushContent {
  const names = conversations.slice(0, maxNames).map(getName)
  const more = conversations.length - names.length
  return {
    title: `${conversations.length} conversations need your attention`,
    body: truncateText([...names, ...(more > 0 ? [`${more} more`] : [])].join(', '), maxLength.body),
    path: '/chats',
    tag: 'conversations',
  }
}

function getName({ visitorName, visitorEmail }: Candidate): string {
  return visitorName ?? visitorEmail ?? sessionSentences.guest
}
