import { attachmentSentences } from '@aichat/contracts/attachments'
import { sessionSentences } from '@aichat/contracts/sessions'
import { staffEvents } from '@aichat/contracts/staff-channel'
import { visitorEvents } from '@aichat/contracts/visitors'
import pg from 'pg'
import type { App } from '../app.ts'
import { lockUnusedAttachments, type UnusedAttachment, useAttachments } from '../files/store.ts'
import { createBatcher } from '../kit/db/batch.ts'
import { isId, isUniqueViolation, type Sql } from '../kit/db/db.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { Place } from '../kit/process/tracing.ts'
import { companyRoom, visitorRoom } from '../kit/realtime/rooms.ts'
import { insertMessages, storedUnder } from './message-store.ts'
import {
  type BatchPlan,
  type Draft,
  keyOf,
  type Outcome,
  type Posted,
  planBatch,
  sendKey,
} from './plan-batch.ts'
import { insertReplyTraces } from './reply-store.ts'
import type { SessionStateCache } from './session-state-cache.ts'
import type { Refused } from './state.ts'
import { lockStates } from './store.ts'
import { toVisitorMessage } from './visitor-message.ts'

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
export function createPost(
  app: Pick<App, 'db' | 'clock' | 'realtime' | 'tracing'>,
  kept: SessionStateCache,
): Post {
  const { tracing } = app
  const store = createBatcher<Waiting, Outcome>(
    (companyId, waiting) => {
      const drafts = waiting.map(({ draft }) => draft)
      const places = waiting.map(({ place }) => place)
      return tracing.together('commit messages', { 'aichat.messages': drafts.length }, places, () =>
        storeBatch(app, kept, companyId, drafts),
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
      return new Refusal(400, attachmentSentences.fileUnknown, refused)
    case 'closed':
    case 'archived':
      return new Refusal(409, sessionSentences.closed, refused)
  }
}

function tell({ realtime }: Pick<App, 'realtime'>, companyId: string, { message, state }: Posted): void {
  realtime.publish(companyRoom(companyId), staffEvents, 'message:new', { message })
  realtime.publish(visitorRoom(state.visitorId), visitorEvents, 'message:new', {
    message: toVisitorMessage(message),
  })
}

/** Data that the database refuses (class 22, 23) is one message's fault; a lost connection is nobody's. */
function isOfOneMessage(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

/**
 * A batch whose conversations are at hand is one trip to the database, which stores it if they still are what they were.
 * For every other they are locked first, and read.
 */
async function storeBatch(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  kept: SessionStateCache,
  companyId: string,
  drafts: Draft[],
): Promise<Outcome[]> {
  const now = new Date(clock.now()).toISOString()
  /** Null when a conversation is not what the drafts were arranged for; then nothing is stored. */
  const store = async (arranging: (sql: Sql) => Promise<BatchPlan>): Promise<Outcome[] | null> => {
    const { arranged, version } = await db.company(companyId, async (sql) => {
      const arranged = await arranging(sql)
      return { arranged, version: arranged.fresh.length > 0 ? await insert(sql, companyId, arranged) : null }
    })
    if (version) kept.wrote(companyId, arranged.changed, version)
    return version || arranged.fresh.length === 0 ? arranged.outcomes : null
  }
  const storeLocked = async (mayRepeat: boolean) =>
    (await store((sql) => arrangeLocked(sql, drafts, now, mayRepeat))) ?? changedUnderLock()
  try {
    const arranged = arrangeKept(kept, companyId, drafts, now)
    const stored = arranged && (await store(async () => arranged))
    if (stored) return stored
    if (arranged) kept.forget(arranged.changed)
    return await storeLocked(false)
  } catch (error) {
    if (!isUniqueViolation(error, 'messages_sender_key')) throw error
    return storeLocked(true)
  }
}

function changedUnderLock(): never {
  throw new Error('A conversation changed while it was locked')
}

/** Null unless all that the drafts ask for is at hand, and each of them would be stored. */
function arrangeKept(
  kept: SessionStateCache,
  companyId: string,
  drafts: Draft[],
  now: string,
): BatchPlan | null {
  // Files have to be looked at; and whoever writes a reply has claimed it a moment ago, in the conversation's row.
  const needsReading = ({ attachments, effect }: Draft) =>
    Boolean(attachments?.length) || effect.answers !== undefined
  if (drafts.some(needsReading)) return null
  const states = kept.all(companyId, sessionIdsOf(drafts))
  const arranged = states && planBatch(drafts, { states, stored: new Map(), uploads: new Map() }, now)
  return arranged?.fresh.length === drafts.length ? arranged : null
}

/** With `mayRepeat` what was stored before is looked for; without, a repeat breaks the unique key, and all is rolled back. */
async function arrangeLocked(sql: Sql, drafts: Draft[], now: string, mayRepeat: boolean): Promise<BatchPlan> {
  const locked = await lockStates(sql, sessionIdsOf(drafts))
  const withFiles = drafts.filter(({ attachments }) => attachments?.length)
  // What a repeat carries has been used, by itself: it has to be known before it is looked for.
  const asked = mayRepeat ? drafts : withFiles
  const stored = asked.length > 0 ? await storedUnder(sql, asked.map(sendKey)) : []
  const known = {
    states: new Map(locked.map((state) => [state.sessionId, state])),
    stored: new Map(stored.map((message) => [keyOf(message), message])),
    uploads: await uploadsOf(sql, withFiles),
  }
  return planBatch(drafts, known, now)
}

async function insert(
  sql: Sql,
  companyId: string,
  { fresh, changed, traces, used }: BatchPlan,
): Promise<string | null> {
  if (used.length > 0) await useAttachments(sql, used)
  if (traces.length > 0) await insertReplyTraces(sql, companyId, traces)
  return insertMessages(sql, companyId, fresh, changed)
}

function sessionIdsOf(drafts: Draft[]): string[] {
  return [...new Set(drafts.map((draft) => draft.sessionId))]
}

/** Everything that the drafts name and that may still be sent, locked, by id. */
async function uploadsOf(sql: Sql, drafts: Draft[]): Promise<Map<string, UnusedAttachment>> {
  const ids = drafts.flatMap(({ attachments = [] }) => attachments).filter(isId)
  const found = ids.length > 0 ? await lockUnusedAttachments(sql, ids) : []
  return new Map(found.map((upload) => [upload.id, upload]))
}
