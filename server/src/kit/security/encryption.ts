import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps what the server itself must read again: in the database it is nothing without the installation's secret. */
export type Encryption = {
  close(text: string): string
  /** @throws when it was sealed with another secret, or changed */
  open(sealed: string): string
}

const algorithm = 'aes-256-gcm'
const lengths = { key: 32, nonce: 12, mark: 16 } as const

export function createEncryption(appSecret: string): Encryption {
  const key = new Uint8Array(hkdfSync('sha256', appSecret, 'aichat', 'seal', lengths.key))
  return {
    close(text) {
      const nonce = randomBytes(lengths.nonce)
      const cipher = createCipheriv(algorithm, key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, lengths.nonce))
      decipher.setAuthTag(bytes.subarray(lengths.nonce, lengths.nonce + lengths.mark))
      const body = decipher.update(bytes.subarray(lengths.nonce + lengths.mark))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    },
  }
}

/** Tells whether two installations have the same secret, and nothing else about it. */
export function secretMark(appSecret: string): string {
  return Buffer.from(hkdfSync('sha256', appSecret, 'aichat', 'mark', lengths.mark)).toString('hex')
}
