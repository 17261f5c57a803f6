import type { Message } from '@aichat/contracts/chat/messages'
import type { Note } from '@aichat/contracts/chat/notes'
import type { PendingMessage, Thread } from '../sync/thread.ts'

export type Entry =
  /** `isWithTeam` while the AI has left part of a question to the team, and no person has answered. */
  | { kind: 'message'; key: string; message: Message; isWithTeam: boolean }
  | { kind: 'pending'; key: string; pending: PendingMessage }
  | { kind: 'note'; key: string; note: Note }

/** Messages by `seq` with notes between them by time, then the unconfirmed messages. */
export function buildEntries(
  thread: Thread,
  pending: readonly PendingMessage[],
  notes: readonly Note[] = [],
): Entry[] {
  const storedIds = new Set(thread.messages.map((message) => message.clientId))
  return [
    ...mergeNotes(thread, notes),
    ...pending
      .filter(({ clientId }) => !storedIds.has(clientId))
      .map((one) => ({ kind: 'pending' as const, key: one.clientId, pending: one })),
  ]
}

/** Notes that are older than the first loaded message are left out until the messages around them are loaded. */
function mergeNotes({ messages, hasOlder }: Thread, notes: readonly Note[]): Entry[] {
  const entries: Entry[] = []
  const loadedFrom = hasOlder ? (messages[0]?.createdAt ?? '') : ''
  const shown = notes.filter(({ createdAt }) => createdAt >= loadedFrom)
  const answeredSeq = messages.findLast(({ from, isAi }) => from === 'agent' && !isAi)?.seq ?? 0
  let next = 0
  const addNotesBefore = (time: string | null) => {
    for (let note = shown[next]; note && (time === null || note.createdAt < time); note = shown[next]) {
      entries.push({ kind: 'note', key: note.id, note })
      next += 1
    }
  }
  for (const message of messages) {
    addNotesBefore(message.createdAt)
    const isWithTeam = Boolean(message.meta.pending) && message.seq > answeredSeq
    entries.push({ kind: 'message', key: message.clientId || message._id, message, isWithTeam })
  }
  addNotesBefore(null)
  return entries
}
