import { createHmac, randomBytes } from 'node:crypto'

const mark = 'whsec_'

/** A new secret, in the form that libraries for Standard Webhooks take. */
export function newSecret(): string {
  return `${mark}${randomBytes(32).toString('base64')}`
}

/** The headers of Standard Webhooks. Each secret signs, so that a receiver may know the old one or the new. */
export function signedHeaders(
  id: string,
  atMs: number,
  body: string,
  secrets: string[],
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(mark.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
