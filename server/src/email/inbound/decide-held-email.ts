import { inboundEmailSentences } from '@aichat/contracts/chat/inbound-emails'
import type { Message } from '@aichat/contracts/chat/messages'
import { notFound, Refusal, refuse } from '../../kit/http/refusal.ts'
import { type HeldReference, readHeldSource, setAccepted, setDismissed } from './held-store.ts'
import { findConversationOfEmail } from './inbound-store.ts'
import { parseEmail } from './parse-email.ts'
import { publishHeldCount } from './publish-held-count.ts'
import { type InboundDependencies, postEmail } from './receive-email.ts'

/** Adds a held email to its conversation. A repeat finds the message that was posted before. */
export async function acceptHeldEmail(
  app: InboundDependencies,
  companyId: string,
  { id, sessionId, reason }: HeldReference,
): Promise<Message> {
  const { conversation, source } = await app.db.company(companyId, async (sql) => ({
    conversation: await findConversationOfEmail(sql, sessionId),
    source: await readHeldSource(sql, id),
  }))
  if (!conversation) notFound()
  if (!source) refuse(409, inboundEmailSentences.unreadable)
  const email = await parseEmail(source)
  const meta = reason === 'sender' ? { emailFrom: email.from.address } : {}
  const message = await postEmail(app, { companyId, conversation, email, meta }).catch((error) => {
    const isArchived = error instanceof Refusal && error.code === 'closed'
    throw isArchived ? new Refusal(409, inboundEmailSentences.conversationArchived, 'archived') : error
  })
  await app.db.company(companyId, (sql) => setAccepted(sql, id, message._id))
  await publishHeldCount(app, companyId)
  return message
}

export async function dismissHeldEmail(
  app: InboundDependencies,
  companyId: string,
  { id }: HeldReference,
): Promise<void> {
  await app.db.company(companyId, (sql) => setDismissed(sql, id))
  await publishHeldCount(app, companyId)
}
