import { attachmentSentences } from '@aichat/contracts/chat/attachments'
import type { Message } from '@aichat/contracts/chat/messages'
import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import { visitorEvents } from '@aichat/contracts/chat/visitors'
import pg from 'pg'
import type { App } from '../app.ts'
import { companyRoom } from '../companies/rooms.ts'
import { claimAttachments, lockUnusedAttachments } from '../files/store.ts'
import { createBatcher } from '../kit/db/batch.ts'
import { type Db, isId, isUniqueViolation, type Sql } from '../kit/db/db.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { SpanContext } from '../kit/observability/tracing.ts'
import {
  type BatchInput,
  type BatchPlan,
  type Draft,
  formatSendKey,
  listSessionIds,
  type Outcome,
  type Posted,
  planBatch,
  toSendKey,
} from './plan-batch.ts'
import type { RejectionReason } from './state.ts'
import type { SessionState } from './state-fields.ts'
import { findMessagesByKey, insertMessages, lockStates, toVisitorMessage } from './store.ts'
import { insertReplyTraces } from './trace-store.ts'
import { conversationRoom } from './visitor-room.ts'

/** `span` is the span that waits for the message to be stored. */
type QueuedDraft = { draft: Draft; span: SpanContext | null }

export type Post = (companyId: string, draft: Draft) => Promise<Posted>

/** One outcome for each draft, and the changed states of conversations with their new version. */
export type WrittenBatch = { outcomes: Outcome[]; states: SessionState[] }

/** Stores and commits what the drafts of one company require. `now` is ISO 8601. */
export type WriteBatch = (companyId: string, drafts: Draft[], now: string) => Promise<WrittenBatch>

const maxBatchSize = 500

/**
 * A reply of the AI or a hand-over is not posted: the visitor wrote again, an agent answered, automatic replies were turned
 * off, or the visitor has read the same notice.
 */
export class ReplyOutdated extends Error {}

/**
 * The only way to create a message, for agents, visitors and the AI: it is stored and committed with the next seq of its
 * conversation, then published, to its sender as well. Drafts that arrive during a commit share the next one. A draft with
 * a known clientId answers with the message that is already stored. The messages of one sender keep their order.
 * @throws Refusal when the conversation is closed, ReplyOutdated for a reply that is no longer wanted
 */
export function createPost(app: Pick<App, 'clock' | 'realtime' | 'tracing'>, write: WriteBatch): Post {
  const { clock, tracing } = app
  const store = createBatcher<QueuedDraft, Outcome>(
    (companyId, queued) => {
      const drafts = queued.map(({ draft }) => draft)
      const spans = queued.map(({ span }) => span)
      const now = new Date(clock.now()).toISOString()
      return tracing.traceBatch('commit messages', { 'aichat.messages': drafts.length }, spans, async () => {
        const { outcomes } = await write(companyId, drafts, now)
        return outcomes
      })
    },
    maxBatchSize,
    isCausedByOneMessage,
  )
  return async (companyId, draft) => {
    const outcome = await store(companyId, { draft, span: tracing.currentSpan() })
    if (typeof outcome === 'string') throw toError(outcome)
    const { message, state } = outcome
    if (!outcome.isDuplicate) publishMessage(app, { companyId, id: state.visitorId }, message)
    return outcome
  }
}

/** Publishes a stored message to the company and to its visitor; again when its `meta` has changed. */
export function publishMessage(
  { realtime }: Pick<App, 'realtime'>,
  { companyId, id }: { companyId: string; id: string },
  message: Message,
): void {
  realtime.publish(companyRoom(companyId), staffEvents, 'message:new', { message })
  realtime.publish(conversationRoom(id, message.sessionId), visitorEvents, 'message:new', {
    message: toVisitorMessage(message),
  })
}

function toError(reason: RejectionReason): Error {
  switch (reason) {
    case 'outdated':
    case 'unneeded':
      return new ReplyOutdated()
    case 'missing':
      return new Refusal(404, sessionSentences.sendFailed, 'not_found')
    case 'mismatch':
      return new Refusal(400, sessionSentences.sendFailed, reason)
    case 'attachment':
      return new Refusal(400, attachmentSentences.fileUnknown, reason)
    case 'closed':
    case 'archived':
      return new Refusal(409, sessionSentences.closed, reason)
  }
}

/** Data errors and constraint violations (classes 22 and 23) are caused by one message, others by the whole batch. */
function isCausedByOneMessage(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

/** Writes batches in one transaction: the conversations are locked, their drafts planned, and the plan is stored. */
export function createBatchWriter(db: Db): WriteBatch {
  return async (companyId, drafts, now) => {
    const write = async (mayBeDuplicate: boolean) => {
      const written = await db.company(companyId, async (sql) => {
        const input = await lockInput(sql, drafts, mayBeDuplicate)
        return storePlan(sql, companyId, planBatch(drafts, input, now))
      })
      if (!written) throw new Error('A conversation changed while its row was locked')
      return written
    }
    try {
      return await write(false)
    } catch (error) {
      if (!isDuplicateMessage(error)) throw error
      return write(true)
    }
  }
}

/**
 * Without `mayBeDuplicate` only the keys of drafts that a closed conversation rejects are looked up: every other
 * duplicate violates the unique key, and the whole batch is rolled back.
 */
async function lockInput(sql: Sql, drafts: Draft[], mayBeDuplicate: boolean): Promise<BatchInput> {
  const states = new Map(
    (await lockStates(sql, listSessionIds(drafts))).map((state) => [state.sessionId, state]),
  )
  // A duplicate's attachments are used up by its first sending, so it must be recognized before they are checked.
  const lookedUp = mayBeDuplicate
    ? drafts
    : drafts.filter((draft) => draft.attachments?.length || states.get(draft.sessionId)?.status !== 'active')
  const messages = lookedUp.length > 0 ? await findMessagesByKey(sql, lookedUp.map(toSendKey)) : []
  return {
    states,
    storedMessages: new Map(messages.map((message) => [formatSendKey(message), message])),
    uploads: await lockUploads(sql, drafts),
  }
}

/** The unused uploads that the drafts refer to, by id, locked. */
async function lockUploads(sql: Sql, drafts: Draft[]): Promise<BatchInput['uploads']> {
  const ids = drafts.flatMap(({ attachments = [] }) => attachments).filter(isId)
  const uploads = ids.length > 0 ? await lockUnusedAttachments(sql, ids) : []
  return new Map(uploads.map((upload) => [upload.id, upload]))
}

/**
 * Stores a plan and commits. Null, with nothing stored, when a conversation, or a live release of `releaseNumbers` (by
 * conversation), is not the one that the plan was made from. Under the lock of the conversations, the release needs no check.
 */
export async function storePlan(
  sql: Sql,
  companyId: string,
  { outcomes, newMessages, changedStates, traces, usedAttachments }: BatchPlan,
  releaseNumbers?: ReadonlyMap<string, number>,
): Promise<WrittenBatch | null> {
  if (newMessages.length === 0) return { outcomes, states: [] }
  if (usedAttachments.length > 0) await claimAttachments(sql, usedAttachments)
  if (traces.length > 0) await insertReplyTraces(sql, companyId, traces)
  const version = await insertMessages(sql, companyId, {
    messages: newMessages,
    states: changedStates,
    releaseNumbers,
  })
  return version ? { outcomes, states: changedStates.map((state) => ({ ...state, version })) } : null
}

export function isDuplicateMessage(error: unknown): boolean {
  return isUniqueViolation(error, 'messages_sender_key')
}
