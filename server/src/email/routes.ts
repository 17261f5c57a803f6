import { type EmailSettings, emailRoutes } from '@aichat/contracts/company/email'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { changeEmailSettings } from './change-settings.ts'
import { getEmailSettings, type StoredEmailSettings } from './settings-store.ts'
import { mountUnsubscribePage } from './unsubscribe-page.ts'

export function mountEmail(http: Http, app: Pick<App, 'db' | 'limits' | 'mail' | 'settings'>): void {
  const toResponse = (stored: StoredEmailSettings): EmailSettings => ({
    isAvailable: app.mail.isConfigured,
    senderAddress: app.mail.address,
    ...stored,
  })
  serve(
    http,
    emailRoutes,
  )({
    get: async ({ sql }) => toResponse(await getEmailSettings(sql)),
    update: async ({ sql, actor, body }) => toResponse(await changeEmailSettings(sql, actor, body)),
  })
  mountUnsubscribePage(http, app)
}
