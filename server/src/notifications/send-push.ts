import { createHash } from 'node:crypto'
import type { PushContent } from '@aichat/contracts/company/notifications'
import webPush from 'web-push'
import type { App } from '../app.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { PushTarget } from './device-store.ts'
import { createVapidKeys } from './vapid-keys.ts'

/** `gone` means that the subscription has ended, so the device can be removed. */
export type PushOutcome = { kind: 'accepted' | 'gone' } | { kind: 'failed'; error: string }

const requestLimits = { headersMs: 10_000, maxBytes: 100_000 }
/** How long the push service keeps the message for a device that is offline. */
const ttlSeconds = 12 * 60 * 60
/** The push service has no such subscription (anymore), or this installation may not send to it. */
const goneStatuses = [403, 404, 410]

/** Encrypts the content for the browser (RFC 8291) and passes it to the push service. The push service cannot read it. */
export async function sendPush(
  { publicWeb, settings }: Pick<App, 'publicWeb' | 'settings'>,
  target: PushTarget,
  content: PushContent,
): Promise<PushOutcome> {
  const keys = createVapidKeys(settings).find(({ publicKey }) => publicKey === target.publicKey)
  // The browser subscribes again when the console is opened.
  if (!keys) return { kind: 'gone' }
  const { endpoint, p256dh, auth } = target
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(content),
    {
      vapidDetails: { subject: getSubject(settings), ...keys },
      contentEncoding: 'aes128gcm',
      TTL: ttlSeconds,
      urgency: 'high',
      topic: createTopic(content.tag),
    },
  )
  try {
    const checked = await publicWeb.check(endpoint)
    const deadline = AbortSignal.timeout(requestLimits.headersMs)
    const response = await publicWeb.request(
      checked,
      { method, headers, body },
      { ...requestLimits, deadline },
    )
    await response.body?.cancel()
    if (response.ok) return { kind: 'accepted' }
    if (goneStatuses.includes(response.status)) return { kind: 'gone' }
    return { kind: 'failed', error: `The push service answered with ${response.status}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'failed', error: error.message }
  }
}

/** Push services write to it when an installation sends too much. Apple's accepts nothing else than https and mailto. */
function getSubject({ publicUrl, mail }: App['settings']): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${mail?.from.match(/[^\s<>]+@[^\s<>]+/)?.[0] ?? 'admin@localhost'}`
}

/** A message replaces an earlier one with the same topic that has not been delivered. At most 32 characters. */
function createTopic(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32)
}
