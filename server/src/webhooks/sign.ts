import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'

/** A new secret, in the form that libraries for Standard Webhooks take. */
export function createSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

/** The headers of Standard Webhooks. Each secret signs, so that a receiver may know the old one or the new. */
export function createSignatureHeaders(
  id: string,
  atMs: number,
  body: string,
  secrets: string[],
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
