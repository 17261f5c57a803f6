import { attachmentLimits } from '@aichat/contracts/chat/attachments'
import { type HoldReason, maxEmailsPerHour, maxHeldEmails } from '@aichat/contracts/chat/inbound-emails'
import { type Message, type MessageMeta, messageLimits } from '@aichat/contracts/chat/messages'
import { truncateText } from '@aichat/contracts/kit/text'
import type { App } from '../../app.ts'
import { storeAttachment } from '../../files/attachments.ts'
import type { Sql } from '../../kit/db/db.ts'
import { newId } from '../../kit/db/ids.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { type ConversationDependencies, postVisitorMessage } from '../../visitors/conversation.ts'
import { cutReply } from './cut-reply.ts'
import {
  addEmail,
  countEmails,
  type EmailedConversation,
  findConversationOfEmail,
  isEmailStored,
} from './inbound-store.ts'
import type { EmailFile, InboundEmail } from './parse-email.ts'
import { publishHeldCount } from './publish-held-count.ts'

export type InboundDependencies = ConversationDependencies & Pick<App, 'log' | 'settings' | 'storage'>

/** An email that was sent to the reply address of a conversation. Without `source`, only its headers could be read. */
export type AddressedEmail = {
  companyId: string
  sessionId: string
  email: InboundEmail
  source: Buffer | null
  receivedAt: string
}

const hourMs = 3_600_000

/**
 * Adds an email to its conversation as a message of the visitor, or holds it with the reason. May be repeated: the Message-ID is the
 * idempotency key of the message, and an email that is stored already is ignored.
 */
export async function receiveEmail(app: InboundDependencies, addressed: AddressedEmail): Promise<void> {
  const { companyId, sessionId, email, receivedAt } = addressed
  const replyText = cutReply(email.text)
  const found = await app.db.company(companyId, (sql) => findConversation(sql, addressed, app.clock.now()))
  if (!found) return
  const stored = {
    ...email,
    id: newId(),
    companyId,
    sessionId,
    replyText,
    attachmentNames: email.files.map(({ name }) => name),
    receivedAt,
  }
  const outcome = findHoldReason(addressed, found, replyText) ?? (await tryPost(app, found, addressed))
  if (typeof outcome === 'string' && found.heldCount >= maxHeldEmails) {
    app.log.warn(
      { companyId, sessionId },
      'an email was not held: too many of its conversation wait for a decision',
    )
    return
  }
  await app.db.company(companyId, (sql) =>
    typeof outcome === 'string'
      ? addEmail(sql, { ...stored, status: 'held', reason: outcome, source: addressed.source })
      : addEmail(sql, { ...stored, status: 'accepted', messageId: outcome._id }),
  )
  if (typeof outcome === 'string') await publishHeldCount(app, companyId)
}

type Found = { conversation: EmailedConversation; recentCount: number; heldCount: number }

/** Null when the email is stored already, or the conversation has been deleted. */
async function findConversation(
  sql: Sql,
  { sessionId, email }: AddressedEmail,
  now: number,
): Promise<Found | null> {
  const conversation = await findConversationOfEmail(sql, sessionId)
  if (!conversation || (await isEmailStored(sql, sessionId, email.key))) return null
  const since = new Date(now - hourMs).toISOString()
  const { accepted, held } = await countEmails(sql, sessionId, since)
  return { conversation, recentCount: accepted, heldCount: held }
}

function findHoldReason(
  { email, source }: AddressedEmail,
  { conversation, recentCount }: Found,
  replyText: string,
): HoldReason | null {
  if (!source) return 'unreadable'
  if (email.isAutomatic) return 'automatic'
  if (!isSameAddress(email.from.address, conversation.visitorEmail)) return 'sender'
  if (!replyText && email.files.length === 0) return 'empty'
  return recentCount >= maxEmailsPerHour ? 'frequent' : null
}

/** The reply address is known to its recipient, and to those to whom the email was forwarded. */
function isSameAddress(sender: string, address: string | null): boolean {
  return sender !== '' && sender.trim().toLowerCase() === address?.trim().toLowerCase()
}

async function tryPost(
  app: InboundDependencies,
  { conversation }: Found,
  { companyId, email }: AddressedEmail,
): Promise<Message | 'archived'> {
  try {
    return await postEmail(app, { companyId, conversation, email })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'closed') return 'archived'
    throw error
  }
}

type EmailToPost = {
  companyId: string
  conversation: EmailedConversation
  email: InboundEmail
  /** More of the message, such as who has sent the email. */
  meta?: MessageMeta
}

/** @throws a refusal with the code `closed` when the conversation is archived or has been deleted */
export async function postEmail(
  app: InboundDependencies,
  { companyId, conversation, email, meta }: EmailToPost,
): Promise<Message> {
  const { visitorId, projectId, sessionId } = conversation
  const files = await storeFiles(app, { companyId, projectId, visitorId }, email.files)
  const visitor = { id: visitorId, companyId, projectId, linkedSessionId: sessionId }
  const connection = { visitor, address: 'email', conversation: null, pendingConversation: Promise.resolve() }
  const { message } = await postVisitorMessage(app, connection, {
    from: 'visitor',
    senderId: visitorId,
    senderName: null,
    clientId: email.key,
    text: truncateText(getText(email), messageLimits.text),
    attachments: files.ids,
    meta: { channel: 'email', ...(files.refused.length > 0 ? { refusedFiles: files.refused } : {}), ...meta },
    effect: {},
  })
  return message
}

/** An agent may add an email without text of its own, which then is shown whole. */
function getText({ text, subject, files }: InboundEmail): string {
  const own = cutReply(text)
  return own || files.length > 0 ? own : text.trim() || subject || '-'
}

/** A file that does not pass the checks of uploads is left out, and its name stays with the message. */
async function storeFiles(
  app: InboundDependencies,
  { companyId, projectId, visitorId }: { companyId: string; projectId: string; visitorId: string },
  files: EmailFile[],
): Promise<{ ids: string[]; refused: string[] }> {
  const ids: string[] = []
  const refused: string[] = []
  for (const file of files) {
    try {
      if (ids.length >= attachmentLimits.perMessage) throw new Refusal(400, file.name, 'too_many')
      const scope = { companyId, projectId, owner: { visitorId } }
      ids.push((await storeAttachment(app, scope, file)).id)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      refused.push(file.name)
    }
  }
  return { ids, refused }
}
