import { type HeldEmail, inboundEmailRoutes } from '@aichat/contracts/chat/inbound-emails'
import { type EmailSettings, emailRoutes } from '@aichat/contracts/company/email'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireSession } from '../sessions/guard.ts'
import { changeEmailSettings } from './change-settings.ts'
import { acceptHeldEmail, dismissHeldEmail } from './inbound/decide-held-email.ts'
import { requireHeldEmail } from './inbound/guard.ts'
import {
  countHeldEmails,
  findOriginalEmail,
  type HeldEmailRow,
  listHeldEmails,
} from './inbound/held-store.ts'
import type { InboundDependencies } from './inbound/receive-email.ts'
import { getEmailSettings, type StoredEmailSettings } from './settings-store.ts'
import { mountUnsubscribePage } from './unsubscribe-page.ts'

/** The newest that are listed. */
const maxListed = 100

export function mountEmail(http: Http, app: InboundDependencies & Pick<App, 'mail'>): void {
  const toResponse = (stored: StoredEmailSettings): EmailSettings => ({
    isAvailable: app.mail.isConfigured,
    senderAddress: app.mail.address,
    readsReplies: app.settings.inbound !== null,
    ...stored,
  })
  serve(
    http,
    emailRoutes,
  )({
    get: async ({ sql }) => toResponse(await getEmailSettings(sql)),
    update: async ({ sql, actor, body }) => toResponse(await changeEmailSettings(sql, actor, body)),
  })
  serve(http, inboundEmailRoutes, { emailId: requireHeldEmail, sessionId: requireSession })({
    listHeld: async ({ sql }) => ({
      emails: (await listHeldEmails(sql, maxListed)).map(toHeldEmail),
      count: await countHeldEmails(sql),
    }),
    accept: withoutTransaction(async ({ caller, email }) => ({
      message: await acceptHeldEmail(app, caller.companyId, email),
    })),
    dismiss: withoutTransaction(async ({ caller, email }) => {
      await dismissHeldEmail(app, caller.companyId, email)
      return {}
    }),
    original: async ({ sql, session, params: { messageId } }) => {
      const email = isId(messageId) ? await findOriginalEmail(sql, session.sessionId, messageId) : null
      return email ?? notFound()
    },
  })
  mountUnsubscribePage(http, app)
}

function toHeldEmail(row: HeldEmailRow): HeldEmail {
  const { id, visitorName, visitorEmail, fromAddress, fromName, replyText, ...rest } = row
  return {
    _id: id,
    visitor: { name: visitorName, email: visitorEmail },
    from: { address: fromAddress, name: fromName },
    text: replyText,
    ...rest,
  }
}
