import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'

/** Creates a secret in the format of the Standard Webhooks specification. */
export function createSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

/** Creates the headers of the Standard Webhooks specification, with one signature per secret for rotation. */
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
