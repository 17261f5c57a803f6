import type { Message } from '@aichat/contracts/chat/messages'

/** The messages that the clients of a fault test sent and displayed, for the comparison with the stored messages. */
export type History = {
  /** In the order of each sender. A retry is the same entry. */
  sends: Send[]
  shown: Shown[]
}

export type Send = {
  /** A connection of a visitor or agent. Its messages are ordered. */
  sender: string
  sessionId: string
  clientId: string
  text: string
  /** One for each acknowledgment; empty if the outcome is unknown. */
  acks: StoredMessage[]
}

/** A message that a client displayed. */
export type Shown = StoredMessage & { observer: string; sessionId: string }
export type StoredMessage = { id: string; seq: number }

/** Describes every violated guarantee; empty if history and stored conversations agree. */
export function findViolations(history: History, stored: Map<string, Message[]>): string[] {
  return [
    ...[...stored].flatMap(([sessionId, messages]) => checkConversation(sessionId, messages)),
    ...checkSends(history.sends, stored),
    ...checkShown(history.shown, stored),
  ]
}

/** A message was lost, duplicated, reordered or changed. scripts/test-steps.mjs never repeats a test with this error. */
class MessageHistoryViolation extends Error {
  override name = 'MessageHistoryViolation'
}

/** @throws MessageHistoryViolation with the first twenty problems */
export function assertNoViolations(problems: string[]): void {
  if (problems.length > 0) throw new MessageHistoryViolation(problems.slice(0, 20).join('\n'))
}

function checkConversation(sessionId: string, messages: Message[]): string[] {
  const problems: string[] = []
  const keys = new Set<string>()
  messages.forEach((message, index) => {
    const before = messages[index - 1]
    if (message.sessionId !== sessionId) problems.push(`foreign: ${name(message)} is read in ${sessionId}`)
    if (message.seq !== index + 1)
      problems.push(`gap: ${name(message)} has seq ${message.seq}, not ${index + 1}`)
    if (before && message.createdAt < before.createdAt)
      problems.push(`time: ${name(message)} is before its predecessor`)
    const key = `${message.from} ${message.agent?.id ?? ''} ${message.clientId}`
    if (keys.has(key)) problems.push(`doubled: ${name(message)} is stored more than once`)
    keys.add(key)
  })
  return problems
}

function checkSends(sends: Send[], stored: Map<string, Message[]>): string[] {
  const problems: string[] = []
  const byClientId = new Map<string, Message>()
  for (const message of [...stored.values()].flat()) {
    byClientId.set(`${message.sessionId} ${message.clientId}`, message)
  }
  const sent = new Set<string>()
  const newest = new Map<string, number>()
  for (const send of sends) {
    const key = `${send.sessionId} ${send.clientId}`
    sent.add(key)
    const message = byClientId.get(key)
    for (const ack of send.acks) {
      if (!message)
        problems.push(`lost: ${send.clientId} was acknowledged with seq ${ack.seq}, and is not stored`)
      else if (message._id !== ack.id || message.seq !== ack.seq || message.text !== send.text) {
        problems.push(`changed: ${name(message)} was acknowledged as ${ack.id} with seq ${ack.seq}`)
      }
    }
    const [ack] = send.acks
    if (!ack) continue
    const line = `${send.sender} ${send.sessionId}`
    const last = newest.get(line) ?? 0
    if (ack.seq <= last) problems.push(`order: ${send.clientId} has seq ${ack.seq}, its predecessor ${last}`)
    newest.set(line, ack.seq)
  }
  for (const [key, message] of byClientId) {
    if (!sent.has(key)) problems.push(`foreign: no client sent ${name(message)}`)
  }
  return problems
}

function checkShown(shown: Shown[], stored: Map<string, Message[]>): string[] {
  const seqs = new Map([...stored.values()].flat().map((message) => [message._id, message.seq]))
  return shown
    .filter(({ id, seq }) => seqs.get(id) !== seq)
    .map(
      ({ observer, id, seq }) =>
        `shown: ${observer} saw ${id} with seq ${seq}; stored ${seqs.has(id) ? `with ${seqs.get(id)}` : 'it is not'}`,
    )
}

function name(message: Message): string {
  return `${message.clientId} (${message._id}, seq ${message.seq})`
}
