import type { Attachment } from '@aichat/contracts/attachments'
import type { Message, MessageMeta } from '@aichat/contracts/messages'
import type { ReplyTrace } from '@aichat/contracts/reply-traces'
import type { UnusedAttachment } from '../files/store.ts'
import { newId } from '../kit/db/ids.ts'
import { type SendKey, type StoredMessage, toMessage } from './message-store.ts'
import { advance, type Effect, type Refused, type SenderKind, type State } from './state.ts'

export type Draft = {
  sessionId: string
  from: SenderKind
  /** The account, visitor or session that a repeated clientId belongs to. */
  senderId: string
  senderName: string | null
  clientId: string
  text: string
  /** Ids of uploads of the same sender that no message carries yet. */
  attachments?: string[]
  meta: MessageMeta
  effect: Effect
  /** How the AI came to it, kept for the desk. */
  trace?: ReplyTrace
}

export type Posted = {
  message: Message
  state: State
  isRepeat: boolean
  /** The conversation began with this message, or came back with it. */
  isNews: boolean
}
export type Outcome = Posted | Refused
/** What the drafts are held against: conversations by id, messages by key, uploads by id. */
export type BatchInput = {
  states: Map<string, State>
  stored: Map<string, StoredMessage>
  uploads: Map<string, UnusedAttachment>
}

/** What becomes of the drafts, one outcome each, and what has to be written for it. */
export type BatchPlan = {
  outcomes: Outcome[]
  fresh: StoredMessage[]
  changed: State[]
  traces: { sessionId: string; seq: number; trace: ReplyTrace }[]
  used: { id: string; sessionId: string }[]
}

/** Gives each draft its place in its conversation, in the order in which they came. Pure: `known` stays as it is. */
export function planBatch(drafts: Draft[], known: BatchInput, now: string): BatchPlan {
  const states = new Map(known.states)
  const stored = new Map(known.stored)
  const uploads = new Map(known.uploads)
  const fresh: StoredMessage[] = []
  const moved = new Set<string>()
  const traces: BatchPlan['traces'] = []
  const used: BatchPlan['used'] = []

  const outcomes = drafts.map((draft): Outcome => {
    const state = states.get(draft.sessionId)
    if (!state) return 'missing'
    const repeat = stored.get(keyOf(sendKey(draft)))
    if (repeat) return { message: toMessage(repeat), state, isRepeat: true, isNews: false }
    const attached = attachedTo(draft, state, uploads)
    if (!attached) return 'attachment'
    const next = advance(state, draft.from, draft.text || namesOf(attached), draft.effect, now)
    if (typeof next === 'string') return next
    const message = messageOf(draft, attached, next)
    for (const { id } of attached) {
      uploads.delete(id)
      used.push({ id, sessionId: draft.sessionId })
    }
    states.set(draft.sessionId, next)
    moved.add(draft.sessionId)
    fresh.push(message)
    if (draft.trace) traces.push({ sessionId: draft.sessionId, seq: message.seq, trace: draft.trace })
    stored.set(keyOf(message), message)
    const isNews = next.lastSeq === 1 || state.status !== next.status
    return { message: toMessage(message), state: next, isRepeat: false, isNews }
  })
  return { outcomes, fresh, changed: [...moved].map((id) => states.get(id) as State), traces, used }
}

/** What the message carries; null when any of it is not its sender's to send here. */
function attachedTo(
  { attachments = [], from, senderId, sessionId }: Draft,
  { projectId }: State,
  uploads: Map<string, UnusedAttachment>,
): Attachment[] | null {
  const attached: Attachment[] = []
  for (const id of new Set(attachments)) {
    const upload = uploads.get(id)
    const isTheirs =
      from === 'agent'
        ? upload?.userId === senderId && upload.sessionId === sessionId
        : from === 'visitor' && upload?.visitorId === senderId
    if (!upload || !isTheirs || upload.projectId !== projectId) return null
    attached.push({ id, name: upload.name, mime: upload.mime, size: upload.size })
  }
  return attached
}

/** How a message without words is shown in a list. */
function namesOf(attached: Attachment[]): string {
  return attached.map(({ name }) => name).join(', ')
}

function messageOf(draft: Draft, attached: Attachment[], state: State): StoredMessage {
  return {
    id: newId(),
    sessionId: draft.sessionId,
    seq: state.lastSeq,
    senderKind: draft.from,
    senderId: draft.senderId,
    senderName: draft.senderName,
    clientId: draft.clientId,
    text: draft.text,
    attachments: attached.length > 0 ? attached : null,
    meta: draft.meta,
    createdAt: state.lastMessageAt,
  }
}

export function sendKey({ sessionId, from, senderId, clientId }: Draft): SendKey {
  return { sessionId, senderKind: from, senderId, clientId }
}

export function keyOf(key: SendKey): string {
  return `${key.sessionId} ${key.senderKind} ${key.senderId} ${key.clientId}`
}
