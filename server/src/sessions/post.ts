import {
  type Attachment,
  type Message,
  type MessageMeta,
  type ReplyTrace,
  sessionSentences,
  staffEvents,
} from '@aichat/contracts/sessions'
import { visitorEvents } from '@aichat/contracts/visitors'
import pg from 'pg'
import type { App } from '../app.ts'
import { lockUnusedAttachments, type UnusedAttachment, useAttachments } from '../files/store.ts'
import { batched } from '../kit/batch.ts'
import { isId, isUniqueViolation, type Sql } from '../kit/db.ts'
import { Refusal } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { companyRoom, visitorRoom } from '../kit/rooms.ts'
import type { Place } from '../kit/tracing.ts'
import { forVisitor } from './for-visitor.ts'
import { insertMessages, type StoredMessage, storedUnder, toMessage } from './message-store.ts'
import { insertTraces } from './reply-store.ts'
import { advance, type Effect, type Refused, type SenderKind, type State } from './state.ts'
import { lockStates } from './store.ts'

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
type Outcome = Posted | Refused
/** `place` is where in its trace the message waits. */
type Waiting = { draft: Draft; place: Place | null }

export type Post = (companyId: string, draft: Draft) => Promise<Posted>

const mostInBatch = 500

/** The AI's words came too late: the visitor wrote again, a person answered, or it was switched off. */
export class Overtaken extends Error {}

/**
 * The one way in which a message comes to be, whoever sends it: stored and committed with its conversation's next seq,
 * then told to everybody, its sender included. What a company's senders post while a commit is running is committed
 * together next. Sent again with the same clientId, it is the same message. Whose conversation it is, is looked at under
 * the same lock, so that a sender's messages are stored in the order in which they came.
 * @throws Refusal for a closed conversation, Overtaken for a reply that came too late
 */
export function createPost(app: Pick<App, 'db' | 'clock' | 'realtime' | 'tracing'>): Post {
  const { tracing } = app
  const store = batched<Waiting, Outcome>(
    (companyId, waiting) => {
      const drafts = waiting.map(({ draft }) => draft)
      const places = waiting.map(({ place }) => place)
      return tracing.together('commit messages', { 'aichat.messages': drafts.length }, places, () =>
        storeBatch(app, companyId, drafts),
      )
    },
    mostInBatch,
    isOfOneMessage,
  )
  return async (companyId, draft) => {
    const outcome = await store(companyId, { draft, place: tracing.here() })
    if (typeof outcome === 'string') throw refusalOf(outcome)
    if (!outcome.isRepeat) tell(app, companyId, outcome)
    return outcome
  }
}

function refusalOf(refused: Refused): Error {
  switch (refused) {
    case 'overtaken':
      return new Overtaken()
    case 'missing':
      return new Refusal(404, sessionSentences.sendFailed, 'not_found')
    case 'mismatch':
      return new Refusal(400, sessionSentences.sendFailed, refused)
    case 'attachment':
      return new Refusal(400, sessionSentences.fileUnknown, refused)
    case 'closed':
    case 'archived':
      return new Refusal(409, sessionSentences.closed, refused)
  }
}

function tell({ realtime }: Pick<App, 'realtime'>, companyId: string, { message, state }: Posted): void {
  realtime.publish(companyRoom(companyId), staffEvents, 'message:new', { message })
  realtime.publish(visitorRoom(state.visitorId), visitorEvents, 'message:new', {
    message: forVisitor(message),
  })
}

/** Data that the database refuses (class 22, 23) is one message's fault; a lost connection is nobody's. */
function isOfOneMessage(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

async function storeBatch(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  companyId: string,
  drafts: Draft[],
): Promise<Outcome[]> {
  const now = new Date(clock.now()).toISOString()
  try {
    return await db.company(companyId, (sql) => storeNew(sql, companyId, drafts, now, new Map()))
  } catch (error) {
    if (!isUniqueViolation(error, 'messages_sender_key')) throw error
    return db.company(companyId, async (sql) => {
      const sessionIds = [...new Set(drafts.map((draft) => draft.sessionId))]
      await lockStates(sql, sessionIds)
      const repeats = await storedUnder(sql, drafts.map(sendKey))
      return storeNew(
        sql,
        companyId,
        drafts,
        now,
        new Map(repeats.map((message) => [keyOf(message), message])),
      )
    })
  }
}

/** `known` holds what was stored before; without it, a repeat breaks the unique key, and everything is rolled back. */
async function storeNew(
  sql: Sql,
  companyId: string,
  drafts: Draft[],
  now: string,
  known: Map<string, StoredMessage>,
): Promise<Outcome[]> {
  const locked = await lockStates(sql, [...new Set(drafts.map((draft) => draft.sessionId))])
  const states = new Map(locked.map((state) => [state.sessionId, state]))
  const fresh: StoredMessage[] = []
  const moved = new Set<string>()
  const traces: { sessionId: string; seq: number; trace: ReplyTrace }[] = []
  const withFiles = drafts.filter(({ attachments }) => attachments?.length)
  const stored = new Map(known)
  // What a repeat carries has been used, by itself: it has to be known before it is looked for.
  if (withFiles.length > 0 && known.size === 0)
    for (const message of await storedUnder(sql, withFiles.map(sendKey))) stored.set(keyOf(message), message)
  const uploads = await uploadsOf(sql, withFiles)
  const used: { id: string; sessionId: string }[] = []

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

  if (fresh.length > 0) {
    if (used.length > 0) await useAttachments(sql, used)
    if (traces.length > 0) await insertTraces(sql, companyId, traces)
    const changed = [...moved].map((sessionId) => states.get(sessionId) as State)
    await insertMessages(sql, companyId, fresh, changed)
  }
  return outcomes
}

/** Everything that the drafts name and that may still be sent, locked, by id. */
async function uploadsOf(sql: Sql, drafts: Draft[]): Promise<Map<string, UnusedAttachment>> {
  const ids = drafts.flatMap(({ attachments = [] }) => attachments).filter(isId)
  const found = ids.length > 0 ? await lockUnusedAttachments(sql, ids) : []
  return new Map(found.map((upload) => [upload.id, upload]))
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

function sendKey({ sessionId, from, senderId, clientId }: Draft) {
  return { sessionId, senderKind: from, senderId, clientId }
}

function keyOf(key: { sessionId: string; senderKind: string; senderId: string; clientId: string }): string {
  return `${key.sessionId} ${key.senderKind} ${key.senderId} ${key.clientId}`
}
