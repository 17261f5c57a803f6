import {
  type ReportSubscription,
  reportSubscriptionRoutes,
  reportSubscriptionSentences,
} from '@aichat/contracts/company/report-subscriptions'
import type { App } from '../../app.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { Http } from '../../kit/http/http.ts'
import { refuse } from '../../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../../kit/http/serve.ts'
import { MailDeliveryError } from '../../kit/mail/mail.ts'
import { sendWeeklyReport } from './send-weekly-reports.ts'
import { addSubscription, deleteSubscription, findNextReport } from './subscription-store.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

export function mountReportSubscriptions(
  http: Http,
  app: Pick<App, 'clock' | 'db' | 'log' | 'mail' | 'settings'>,
): void {
  async function read(sql: Sql, userId: string): Promise<ReportSubscription> {
    const nextAt = await findNextReport(sql, userId)
    return { isAvailable: app.mail.isConfigured, isSubscribed: nextAt !== null, nextAt }
  }

  serve(
    http,
    reportSubscriptionRoutes,
  )({
    get: ({ sql, caller }) => read(sql, caller.userId),

    update: async ({ sql, caller, body: { isSubscribed } }) => {
      if (isSubscribed && !app.mail.isConfigured) refuse(409, reportSubscriptionSentences.noMail)
      if (isSubscribed) await addSubscription(sql, caller, new Date(app.clock.now()).toISOString())
      else await deleteSubscription(sql, caller.userId)
      return read(sql, caller.userId)
    },

    send: withoutTransaction(async ({ caller }) => {
      if (!app.mail.isConfigured) refuse(409, reportSubscriptionSentences.noMail)
      try {
        await sendWeeklyReport(app, caller)
      } catch (error) {
        if (!(error instanceof MailDeliveryError)) throw error
        app.log.error({ err: error }, 'failed to send a weekly report')
        refuse(503, reportSubscriptionSentences.mailFailed)
      }
      return null
    }),

    unsubscribe: async ({ params }) => {
      const subscription = readUnsubscribeToken(app.settings, params.token)
      if (!subscription) refuse(404, reportSubscriptionSentences.unknownLink)
      const { companyId, userId } = subscription
      await app.db.company(companyId, (sql) => deleteSubscription(sql, userId))
      return null
    },
  })
}
