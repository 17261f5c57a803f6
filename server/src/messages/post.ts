import { attachmentSentences } from '@aichat/contracts/attachments'
import { sessionSentences } from '@aichat/contracts/sessions'
import pg from 'pg'
import type { App } from '../app.ts'
import { claimAttachments, lockUnusedAttachments, type UnusedAttachment } from '../files/store.ts'
import { createBatcher } from '../kit/db/batch.ts'
import { isId, isUniqueViolation, type Sql } from '../kit/db/db.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { SpanContext } from '../kit/observability/tracing.ts'
import {
  type BatchPlan,
  type Draft,
  formatSendKey,
  type Outcome,
  type Posted,
  planBatch,
  toSendKey,
} from './plan-batch.ts'
import { publishMessage } from './publish-message.ts'
import type { RejectionReason } from './state.ts'
import type { SessionStateCache } from './state-cache.ts'
import { findMessagesByKey, insertMessages, lockStates } from './store.ts'
import { insertReplyTraces } from './trace-store.ts'

/** `span` is the span that waits for the message to be stored. */
type QueuedDraft = { draft: Draft; span: SpanContext | null }

export type Post = (companyId: string, draft: Draft) => Promise<Posted>

const maxBatchSize = 500

/**
 * A reply of the AI or a hand-over is not posted: the visitor wrote again, an agent answered, automatic replies were turned
 * off, or the visitor has read the same notice.
 */
export class ReplyOutdated extends Error {}

/**
 * The only way to create a message, for agents, visitors and the AI: it is stored and committed with the next seq of its
 * conversation, then published, to its sender as well. Drafts that arrive during a commit share the next one. A draft with
 * a known clientId answers with the message that is already stored. Conversations are checked under the lock of their
 * row, so the messages of one sender keep their order.
 * @throws Refusal when the conversation is closed, ReplyOutdated for a reply that is no longer wanted
 */
export function createPost(
  app: Pick<App, 'db' | 'clock' | 'realtime' | 'tracing'>,
  cache: SessionStateCache,
): Post {
  const { tracing } = app
  const store = createBatcher<QueuedDraft, Outcome>(
    (companyId, queued) => {
      const drafts = queued.map(({ draft }) => draft)
      const spans = queued.map(({ span }) => span)
      return tracing.traceBatch('commit messages', { 'aichat.messages': drafts.length }, spans, () =>
        storeBatch(app, cache, companyId, drafts),
      )
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

/**
 * Optimistic write: when every conversation is cached, one statement stores the batch on condition that their versions are
 * unchanged. Otherwise, and when that fails, the conversations are locked and read first.
 */
async function storeBatch(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  cache: SessionStateCache,
  companyId: string,
  drafts: Draft[],
): Promise<Outcome[]> {
  const now = new Date(clock.now()).toISOString()
  /** Null, with nothing stored, when a conversation has changed since the plan's input was read. */
  const store = async (
    createPlan: (sql: Sql) => Promise<BatchPlan>,
    isOptimistic: boolean,
  ): Promise<Outcome[] | null> => {
    const { plan, version } = await db.company(companyId, async (sql) => {
      const plan = await createPlan(sql)
      return {
        plan,
        version: plan.newMessages.length > 0 ? await insert(sql, companyId, plan, isOptimistic) : null,
      }
    })
    if (version) cache.setWritten(companyId, plan.changedStates, version)
    return version || plan.newMessages.length === 0 ? plan.outcomes : null
  }
  const storeLocked = async (mayBeDuplicate: boolean) =>
    (await store((sql) => planLocked(sql, drafts, now, mayBeDuplicate), false)) ?? failOnChangeUnderLock()
  try {
    const plan = planFromCache(cache, companyId, drafts, now)
    const outcomes = plan && (await store(async () => plan, true))
    if (outcomes) return outcomes
    if (plan) cache.delete(plan.changedStates)
    return await storeLocked(false)
  } catch (error) {
    if (!isUniqueViolation(error, 'messages_sender_key')) throw error
    return storeLocked(true)
  }
}

function failOnChangeUnderLock(): never {
  throw new Error('A conversation changed while its row was locked')
}

/** Null unless every conversation is cached and every draft would be stored. */
function planFromCache(
  cache: SessionStateCache,
  companyId: string,
  drafts: Draft[],
  now: string,
): BatchPlan | null {
  // Attachments are not cached, and a reply of the AI follows on a claim that has just changed the conversation's row.
  const needsRead = ({ attachments, effect }: Draft) =>
    Boolean(attachments?.length) || effect.repliesToSeq !== undefined
  if (drafts.some(needsRead)) return null
  const states = cache.getAll(companyId, listSessionIds(drafts))
  if (!states) return null
  const plan = planBatch(drafts, { states, storedMessages: new Map(), uploads: new Map() }, now)
  return plan.newMessages.length === drafts.length ? plan : null
}

/**
 * Without `mayBeDuplicate` only the keys of drafts that a closed conversation rejects are looked up: any other duplicate
 * violates the unique key, and the whole batch is rolled back.
 */
async function planLocked(
  sql: Sql,
  drafts: Draft[],
  now: string,
  mayBeDuplicate: boolean,
): Promise<BatchPlan> {
  const states = new Map(
    (await lockStates(sql, listSessionIds(drafts))).map((state) => [state.sessionId, state]),
  )
  const withAttachments = drafts.filter(({ attachments }) => attachments?.length)
  // A duplicate's attachments are used up by its first sending, so it must be recognized before they are checked.
  const lookedUp = mayBeDuplicate
    ? drafts
    : drafts.filter((draft) => draft.attachments?.length || states.get(draft.sessionId)?.status !== 'active')
  const messages = lookedUp.length > 0 ? await findMessagesByKey(sql, lookedUp.map(toSendKey)) : []
  const input = {
    states,
    storedMessages: new Map(messages.map((message) => [formatSendKey(message), message])),
    uploads: await lockUploads(sql, withAttachments),
  }
  return planBatch(drafts, input, now)
}

async function insert(
  sql: Sql,
  companyId: string,
  { newMessages, changedStates, traces, usedAttachments, releaseNumbers }: BatchPlan,
  isOptimistic: boolean,
): Promise<string | null> {
  if (usedAttachments.length > 0) await claimAttachments(sql, usedAttachments)
  if (traces.length > 0) await insertReplyTraces(sql, companyId, traces)
  // Under the lock of the conversations, the release is the one that was read last.
  return insertMessages(sql, companyId, newMessages, changedStates, isOptimistic ? releaseNumbers : undefined)
}

function listSessionIds(drafts: Draft[]): string[] {
  return [...new Set(drafts.map((draft) => draft.sessionId))]
}

/** The unused uploads that the drafts refer to, by id, locked. */
async function lockUploads(sql: Sql, drafts: Draft[]): Promise<Map<string, UnusedAttachment>> {
  const ids = drafts.flatMap(({ attachments = [] }) => attachments).filter(isId)
  const uploads = ids.length > 0 ? await lockUnusedAttachments(sql, ids) : []
  return new Map(uploads.map((upload) => [upload.id, upload]))
}
