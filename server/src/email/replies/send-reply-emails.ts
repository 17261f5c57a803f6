import { messageLimits } from '@aichat/contracts/chat/messages'
import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../../app.ts'
import { readLanguage } from '../../auto-reply/pending-question.ts'
import { companyRoom } from '../../companies/rooms.ts'
import type { Sql } from '../../kit/db/db.ts'
import { newId } from '../../kit/db/ids.ts'
import { forEachItem } from '../../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../../kit/process/scheduler.ts'
import { listMessages } from '../../messages/store.ts'
import { visitorPresenceKey } from '../../sessions/guard.ts'
import { createConversationLink } from '../../visitors/conversation-link.ts'
import { hasOptedOut } from '../opt-out-store.ts'
import { createReplyAddress } from '../reply-address.ts'
import { createUnsubscribeUrl, getSenderName } from '../unsubscribe-page.ts'
import { hashAddress } from '../unsubscribe-token.ts'
import { isEmailed, toEmailed } from './emailed-message.ts'
import { planReplyEmail } from './plan-reply-email.ts'
import {
  type ClaimedEmail,
  completeReply,
  countEmail,
  findReplyCandidate,
  listDueReplies,
  lockDueReply,
  type QueuedReply,
  type ReplyCandidate,
  rescheduleReply,
  storeAttempt,
} from './queue-store.ts'
import { writeReplyEmail } from './write-reply-email.ts'

type Dependencies = Pick<App, 'clock' | 'db' | 'log' | 'mail' | 'presence' | 'realtime' | 'settings'>

const taskName = 'reply emails'
const intervalMs = 15_000
/** In one run. Others follow with the next one. */
const batchSize = 200
/** The last attempt follows after about eight hours. */
const maxAttempts = 9

/** Emails agents' messages to visitors who have left their address and are away. */
export function startReplyEmails(app: Dependencies): ScheduledTask {
  async function sendDue(signal: AbortSignal): Promise<void> {
    if (!app.mail.isConfigured) return
    const due = await app.db.lookup((sql) => listDueReplies(sql, toIso(app.clock.now()), batchSize))
    await forEachItem(due, (reply) => processReply(app, reply), { task: taskName, log: app.log, signal })
  }

  return scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run: sendDue }, app.log)
}

async function processReply(app: Dependencies, reply: QueuedReply): Promise<void> {
  const { companyId, sessionId } = reply
  const nowMs = app.clock.now()
  const now = toIso(nowMs)
  const found = await app.db.company(companyId, async (sql) => {
    const candidate = await findReplyCandidate(sql, sessionId)
    const addressHash = hashAddress(companyId, candidate?.address ?? '')
    return candidate && { candidate, addressHash, isOptedOut: await hasOptedOut(sql, addressHash) }
  })
  if (!found) return app.db.company(companyId, (sql) => rescheduleReply(sql, sessionId, now, null))
  const { candidate, addressHash, isOptedOut } = found
  const [isOnline = false] = await app.presence.arePresent([visitorPresenceKey(candidate.visitorId)])
  const plan = planReplyEmail(candidate, { now: nowMs, isOnline, hasOptedOut: isOptedOut })
  if (plan.kind !== 'send') {
    const dueAt = plan.kind === 'wait' ? toIso(plan.until) : null
    return app.db.company(companyId, (sql) => rescheduleReply(sql, sessionId, now, dueAt))
  }
  const { address, throughSeq } = plan
  const { knownSeq } = candidate
  const claimed = await app.db.company(companyId, (sql) =>
    claimEmail(sql, app.log, { ...reply, addressHash, knownSeq, throughSeq }, now),
  )
  if (!claimed) return
  await deliver(app, { ...reply, ...candidate, ...claimed, address, addressHash })
  await complete(app, reply, claimed)
}

type Claim = QueuedReply & { addressHash: string; knownSeq: number; throughSeq: number }

/**
 * Null when another process has the email, when the address has got as many as it may, or after too many attempts. An email that
 * was claimed before is repeated unless its messages have been read.
 */
async function claimEmail(
  sql: Sql,
  log: App['log'],
  { companyId, sessionId, addressHash, knownSeq, throughSeq }: Claim,
  now: string,
): Promise<ClaimedEmail | null> {
  const due = await lockDueReply(sql, sessionId, now)
  if (!due) return null
  if (due.attempts >= maxAttempts) {
    log.error({ companyId, sessionId }, 'the mail server did not accept an email to a visitor')
    await rescheduleReply(sql, sessionId, now, null)
    return null
  }
  const { emailId, attempts } = due
  if (emailId !== null && due.throughSeq !== null && due.throughSeq > knownSeq)
    return storeAttempt(sql, sessionId, { emailId, throughSeq: due.throughSeq, attempts: attempts + 1 }, now)
  const id = newId()
  const nextAt = await countEmail(sql, { id, companyId, addressHash }, now)
  if (!nextAt) return storeAttempt(sql, sessionId, { emailId: id, throughSeq, attempts: 1 }, now)
  await rescheduleReply(sql, sessionId, now, nextAt)
  return null
}

type Delivery = QueuedReply & ReplyCandidate & ClaimedEmail & { address: string; addressHash: string }

/** @throws MailDeliveryError when the mail server does not accept the mail */
async function deliver(app: Dependencies, delivery: Delivery): Promise<void> {
  const { companyId, sessionId, address, addressHash, emailId } = delivery
  const { language, ...content } = await app.db.company(companyId, (sql) => loadContent(sql, app, delivery))
  const unsubscribeUrl = createUnsubscribeUrl(app.settings, { companyId, addressHash, language })
  const replyTo = createReplyAddress(app.settings, sessionId)
  await app.mail.deliver({
    to: address,
    ...writeReplyEmail({ language, ...content, unsubscribeUrl, readsReplies: replyTo !== null }),
    fromName: content.senderName,
    ...(replyTo ? { replyTo } : {}),
    // Both mails of a process that ends before it stores the success have the same ID, so mail clients show one.
    messageId: `reply-${emailId}`,
    threadId: `conversation-${sessionId}`,
    listId: { name: content.senderName, id: `conversations.${companyId}` },
    unsubscribeUrl,
  })
}

async function loadContent(sql: Sql, app: Dependencies, delivery: Delivery) {
  const { companyId, sessionId, visitorId, projectId, publicKey, knownSeq, throughSeq, asksByEmail } =
    delivery
  const { messages } = await listMessages(sql, sessionId, {
    after: knownSeq,
    limit: messageLimits.pageSizeMax,
  })
  const language = await readLanguage(sql, { sessionId, visitorId })
  const senderName = await getSenderName(sql)
  return {
    language,
    senderName,
    messages: messages
      .filter((message) => message.seq <= throughSeq && isEmailed(message, asksByEmail))
      .map((message) => toEmailed(message, { language, senderName })),
    link: await createConversationLink(sql, app, {
      id: visitorId,
      companyId,
      projectId,
      linkedSessionId: sessionId,
      publicKey,
    }),
  }
}

async function complete(app: Dependencies, reply: QueuedReply, { throughSeq }: ClaimedEmail): Promise<void> {
  const { companyId, sessionId } = reply
  const now = toIso(app.clock.now())
  const stored = await app.db.company(companyId, (sql) => completeReply(sql, sessionId, throughSeq, now))
  if (stored)
    app.realtime.publish(companyRoom(companyId), staffEvents, 'session:patched', { sessionId, patch: stored })
}

function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
