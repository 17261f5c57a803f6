import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import type { Attachment } from '@aichat/contracts/chat/attachments'
import type { Message, MessageMeta } from '@aichat/contracts/chat/messages'
import type { UnusedAttachment } from '../files/store.ts'
import { newId } from '../kit/db/ids.ts'
import type { StoredMessage } from './message-fields.ts'
import { applyMessage, type Effect, type RejectionReason } from './state.ts'
import type { SenderKind, SessionState } from './state-fields.ts'
import { type SendKey, toMessage } from './store.ts'

export type Draft = {
  sessionId: string
  from: SenderKind
  /** The account, visitor or session within which `clientId` is unique. */
  senderId: string
  senderName: string | null
  clientId: string
  text: string
  /** Ids of uploads by the same sender that belong to no message yet. */
  attachments?: string[]
  meta: MessageMeta
  effect: Effect
  /** How the AI produced the reply, for agents to inspect. */
  trace?: ReplyTrace
}

export type Posted = {
  message: Message
  state: SessionState
  isDuplicate: boolean
  /** The message started or reopened the conversation. */
  isStartOrReopening: boolean
  /** The message turned auto-reply on or off. */
  isAutoReplyChanged: boolean
}
export type Outcome = Posted | RejectionReason

/** What drafts are validated against: conversations by id, messages by send key, uploads by id. */
export type BatchInput = {
  states: Map<string, SessionState>
  storedMessages: Map<string, StoredMessage>
  uploads: Map<string, UnusedAttachment>
}

/** One outcome for each draft, and the writes that they require. */
export type BatchPlan = {
  outcomes: Outcome[]
  newMessages: StoredMessage[]
  changedStates: SessionState[]
  traces: { sessionId: string; seq: number; trace: ReplyTrace }[]
  usedAttachments: { id: string; sessionId: string }[]
}

/** Assigns each draft its seq, in the order of arrival. Pure: `input` is not modified. */
export function planBatch(drafts: Draft[], input: BatchInput, now: string): BatchPlan {
  const states = new Map(input.states)
  const storedMessages = new Map(input.storedMessages)
  const uploads = new Map(input.uploads)
  const newMessages: StoredMessage[] = []
  const changedIds = new Set<string>()
  const traces: BatchPlan['traces'] = []
  const usedAttachments: BatchPlan['usedAttachments'] = []

  const outcomes = drafts.map((draft): Outcome => {
    const { sessionId } = draft
    const state = states.get(sessionId)
    if (!state) return 'missing'
    const duplicate = storedMessages.get(formatSendKey(toSendKey(draft)))
    if (duplicate) {
      const unchanged = { isStartOrReopening: false, isAutoReplyChanged: false }
      return { message: toMessage(duplicate), state, isDuplicate: true, ...unchanged }
    }
    const attachments = resolveAttachments(draft, state, uploads)
    if (!attachments) return 'attachment'
    const { from, effect, senderId, senderName } = draft
    const text = draft.text || joinNames(attachments)
    const sender = from === 'agent' ? { userId: senderId, name: senderName ?? '' } : undefined
    const next = applyMessage(state, { from, text, effect, sender }, now)
    if (typeof next === 'string') return next
    const message = createMessage(draft, attachments, next)
    for (const { id } of attachments) {
      uploads.delete(id)
      usedAttachments.push({ id, sessionId })
    }
    states.set(sessionId, next)
    changedIds.add(sessionId)
    newMessages.push(message)
    if (draft.trace) traces.push({ sessionId, seq: message.seq, trace: draft.trace })
    storedMessages.set(formatSendKey(message), message)
    const isStartOrReopening = next.lastSeq === 1 || state.status !== next.status
    const isAutoReplyChanged = next.autoReply !== state.autoReply
    return {
      message: toMessage(message),
      state: next,
      isDuplicate: false,
      isStartOrReopening,
      isAutoReplyChanged,
    }
  })
  const changedStates = [...changedIds].map((id) => states.get(id) as SessionState)
  return { outcomes, newMessages, changedStates, traces, usedAttachments }
}

/** Null when any attachment does not belong to the sender or may not be sent in this conversation. */
function resolveAttachments(
  { attachments: ids = [], from, senderId, sessionId }: Draft,
  { projectId }: SessionState,
  uploads: Map<string, UnusedAttachment>,
): Attachment[] | null {
  const attachments: Attachment[] = []
  for (const id of new Set(ids)) {
    const upload = uploads.get(id)
    const isOwned =
      from === 'agent'
        ? upload?.userId === senderId && upload.sessionId === sessionId
        : from === 'visitor' && upload?.visitorId === senderId
    if (!upload || !isOwned || upload.projectId !== projectId) return null
    attachments.push({ id, name: upload.name, mime: upload.mime, size: upload.size })
  }
  return attachments
}

/** The preview of a message without text. */
function joinNames(attachments: Attachment[]): string {
  return attachments.map(({ name }) => name).join(', ')
}

function createMessage(draft: Draft, attachments: Attachment[], state: SessionState): StoredMessage {
  return {
    id: newId(),
    sessionId: draft.sessionId,
    seq: state.lastSeq,
    senderKind: draft.from,
    senderId: draft.senderId,
    senderName: draft.senderName,
    clientId: draft.clientId,
    text: draft.text,
    attachments: attachments.length > 0 ? attachments : null,
    meta: draft.meta,
    createdAt: state.lastMessageAt,
  }
}

export function toSendKey({ sessionId, from, senderId, clientId }: Draft): SendKey {
  return { sessionId, senderKind: from, senderId, clientId }
}

export function formatSendKey(key: SendKey): string {
  return `${key.sessionId} ${key.senderKind} ${key.senderId} ${key.clientId}`
}

export function listSessionIds(drafts: Draft[]): string[] {
  return [...new Set(drafts.map(({ sessionId }) => sessionId))]
}
