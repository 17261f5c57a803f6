import { inboundEmailSentences } from '@aichat/contracts/chat/inbound-emails'
import type { Message } from '@aichat/contracts/chat/messages'
import { isId } from '../../kit/db/db.ts'
import { Refusal, refuse } from '../../kit/http/refusal.ts'
import { findHeldSource, setAccepted, setDismissed } from './held-store.ts'
import { findConversationOfEmail } from './inbound-store.ts'
import { parseEmail } from './parse-email.ts'
import { publishHeldCount } from './publish-held-count.ts'
import { type InboundDependencies, postEmail } from './receive-email.ts'

/** Adds a held email to its conversation. A repeat finds the message that was posted before. */
export async function acceptHeldEmail(
  app: InboundDependencies,
  companyId: string,
  emailId: string,
): Promise<Message> {
  const found = await app.db.company(companyId, async (sql) => {
    const held = isId(emailId) ? await findHeldSource(sql, emailId) : null
    const conversation = held && (await findConversationOfEmail(sql, held.sessionId))
    return held && conversation && { ...held, conversation }
  })
  if (!found) refuse(404, inboundEmailSentences.notFound)
  if (!found.source || found.reason === 'unreadable') refuse(409, inboundEmailSentences.unreadable)
  const email = await parseEmail(found.source)
  const meta = found.reason === 'sender' ? { emailFrom: email.from.address } : {}
  const message = await postEmail(app, { companyId, conversation: found.conversation, email, meta }).catch(
    (error) => {
      const isArchived = error instanceof Refusal && error.code === 'closed'
      throw isArchived ? new Refusal(409, inboundEmailSentences.conversationArchived, 'archived') : error
    },
  )
  await app.db.company(companyId, (sql) => setAccepted(sql, emailId, message._id))
  await publishHeldCount(app, companyId)
  return message
}

export async function dismissHeldEmail(
  app: InboundDependencies,
  companyId: string,
  emailId: string,
): Promise<void> {
  const isDismissed = isId(emailId) && (await app.db.company(companyId, (sql) => setDismissed(sql, emailId)))
  if (!isDismissed) refuse(404, inboundEmailSentences.notFound)
  await publishHeldCount(app, companyId)
}
