import type { Language } from '@aichat/contracts/kit/languages'
import type { RateLimit } from '@aichat/contracts/kit/rate-limit'
import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { getCompany } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { nameInMail } from '../kit/mail/name-in-mail.ts'
import type { AppSecrets } from '../kit/security/derived-keys.ts'
import { escapeHtml } from '../kit/text/escape-html.ts'
import { addOptOut } from './opt-out-store.ts'
import { getEmailSettings } from './settings-store.ts'
import { createUnsubscribeToken, readUnsubscribeToken, type Unsubscription } from './unsubscribe-token.ts'
import { emailWords, isRightToLeft } from './words.ts'

const path = '/email/unsubscribe'
const rateLimit: RateLimit = { name: 'emailUnsubscribe', points: 60, seconds: 60 * 60 }

/** Opened, the URL asks for a confirmation. Mail clients send a POST to it to unsubscribe with one click (RFC 8058). */
export function createUnsubscribeUrl(
  settings: AppSecrets & { publicUrl: string },
  unsubscription: Unsubscription,
): string {
  return `${settings.publicUrl}${path}/${createUnsubscribeToken(settings, unsubscription)}`
}

/** A page without scripts, in the language of the email. */
export function mountUnsubscribePage(http: Http, app: Pick<App, 'db' | 'limits' | 'settings'>): void {
  const options = {
    config: { permission: 'public' as const, acceptsForm: true },
    schema: { hide: true },
  }
  const read = (params: unknown) => readUnsubscribeToken(app.settings, (params as { token: string }).token)

  http.get(`${path}/:token`, options, async ({ params }, reply) => {
    const unsubscription = read(params)
    if (!unsubscription) return sendInvalid(reply)
    const { companyId, language } = unsubscription
    const words = emailWords[language]
    const name = await app.db.company(companyId, getSenderName)
    const button = `<form method="post"><button>${escapeHtml(words.unsubscribe)}</button></form>`
    return sendPage(reply, language, words.question.replace('{name}', name), button)
  })

  http.post(`${path}/:token`, options, async ({ params, ip }, reply) => {
    await app.limits.consume(rateLimit, ip)
    const unsubscription = read(params)
    if (!unsubscription) return sendInvalid(reply)
    const { companyId, addressHash, language } = unsubscription
    const name = await app.db.company(companyId, async (sql) => {
      await addOptOut(sql, companyId, addressHash)
      return getSenderName(sql)
    })
    return sendPage(reply, language, emailWords[language].done.replace('{name}', name))
  })
}

/** The name in the From field of emails to visitors, and in their texts. */
export async function getSenderName(sql: Sql): Promise<string> {
  const [{ senderName }, company] = [await getEmailSettings(sql), await getCompany(sql)]
  return nameInMail(senderName ?? company.name)
}

function sendInvalid(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), 'en', emailWords.en.invalid)
}

const styles = `
  body { margin: 15vh auto 0; max-width: 28rem; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif; text-align: center }
  button { font: inherit; padding: .625rem 1.25rem; border: 1px solid; border-radius: .5rem; background: none; color: inherit; cursor: pointer }`

function sendPage(reply: FastifyReply, language: Language, sentence: string, action = ''): FastifyReply {
  return reply
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(emailWords[language].unsubscribe)}</title>
<style>${styles}</style>
<p>${escapeHtml(sentence)}</p>
${action}
`)
}
