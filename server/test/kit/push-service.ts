import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushContent } from '@aichat/contracts/company/notifications'
import { decodeJwt } from 'jose'

export type PushMessage = {
  headers: Record<string, string | undefined>
  /** The claims of the application server (RFC 8292), and its public key. */
  claims: Record<string, unknown>
  serverKey: string
  content: PushContent
}

export type PushBrowser = {
  /** What `PushSubscription.toJSON()` returns in a browser. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Decrypted, in order. */
  messages: PushMessage[]
  /** The statuses of the next answers. Without one, a message is accepted. */
  statuses: number[]
}

/** A push service on a port of this machine. */
export async function startPushService() {
  const browsers = new Map<string, PushBrowser & { decrypt(body: Buffer): string }>()
  const server = createServer(async (request, response) => {
    const browser = browsers.get(request.url ?? '')
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const status = browser ? (browser.statuses.shift() ?? 201) : 404
    if (browser && status === 201) {
      const headers = request.headers as Record<string, string | undefined>
      const [, jwt = '', serverKey = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
      const content = JSON.parse(browser.decrypt(Buffer.concat(parts)))
      browser.messages.push({ headers, claims: decodeJwt(jwt), serverKey, content })
    }
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    host,
    subscribe(): PushBrowser {
      const path = `/${randomBytes(16).toString('hex')}`
      const ecdh = createECDH('prime256v1')
      const auth = randomBytes(16)
      const p256dh = ecdh.generateKeys('base64url')
      const browser = {
        subscription: {
          endpoint: `http://${host}${path}`,
          keys: { p256dh, auth: auth.toString('base64url') },
        },
        messages: [],
        statuses: [],
        decrypt: (body: Buffer) => decrypt(body, ecdh, auth),
      }
      browsers.set(path, browser)
      return browser
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Decrypts a message of one record (RFC 8188, RFC 8291). */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const encrypted = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(secret), salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(encrypted.subarray(-16))
  const text = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  // The padding begins with a byte 2.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}
