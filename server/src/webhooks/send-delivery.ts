import { webhookLimits } from '@aichat/contracts/company/webhooks'
import { truncateText } from '@aichat/contracts/kit/text'
import type { App } from '../app.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { Encryption } from '../kit/security/encryption.ts'
import { createSignatureHeaders } from './sign.ts'
import type { DeliveryResponse, PendingDelivery } from './store.ts'

const requestLimits = { headersMs: 15_000, maxBytes: 1_000_000 }

const unreadableSecret = 'The signing secret cannot be read. Rotate the secret.'

/** Signs and sends an event. A network failure or an unreadable secret is returned as an error, not thrown. */
export async function sendDelivery(
  { publicWeb, clock }: Pick<App, 'publicWeb' | 'clock'>,
  encryption: Encryption,
  delivery: PendingDelivery,
): Promise<DeliveryResponse> {
  const { eventId, type, data, happenedAt } = delivery
  const body = JSON.stringify({ type, timestamp: happenedAt, data })
  const secrets = decryptReadable(encryption, delivery.encryptedSecrets)
  if (secrets.length === 0) return { responseCode: null, responseText: null, error: unreadableSecret }
  try {
    const target = await publicWeb.check(delivery.url)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'AIChatPlatform/1.0 (webhooks)',
      ...createSignatureHeaders(eventId, clock.now(), body, secrets),
    }
    const deadline = AbortSignal.timeout(requestLimits.headersMs)
    const response = await publicWeb.request(
      target,
      { method: 'POST', headers, body },
      { ...requestLimits, deadline },
    )
    return { responseCode: response.status, responseText: await readStart(response.body), error: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { responseCode: null, responseText: null, error: error.message }
  }
}

/** Leaves out secrets that were encrypted with another APP_SECRET, which a restored or reconfigured installation has. */
function decryptReadable(encryption: Encryption, encryptedSecrets: string[]): string[] {
  return encryptedSecrets.flatMap((encrypted) => {
    try {
      return [encryption.decrypt(encrypted)]
    } catch {
      return []
    }
  })
}

/** Reads the beginning of a response, for the delivery log. */
async function readStart(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const part of body ?? []) {
      text += decoder.decode(part, { stream: true })
      if (text.length >= webhookLimits.responseText) break
    }
  } catch {
    // The connection broke after the status: the text so far is kept.
  }
  return truncateText(text.replaceAll('\u0000', ''), webhookLimits.responseText)
}
