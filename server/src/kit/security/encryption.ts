import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values at rest that the server must read again, with a key derived from the installation's secret. */
export type Encryption = {
  encrypt(text: string): string
  /** @throws when the value was encrypted with another secret, or modified */
  decrypt(encrypted: string): string
}

const algorithm = 'aes-256-gcm'
const lengths = { key: 32, nonce: 12, tag: 16 } as const

export function createEncryption(appSecret: string): Encryption {
  const key = new Uint8Array(hkdfSync('sha256', appSecret, 'aichat', 'seal', lengths.key))
  return {
    encrypt(text) {
      const nonce = randomBytes(lengths.nonce)
      const cipher = createCipheriv(algorithm, key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, lengths.nonce))
      decipher.setAuthTag(bytes.subarray(lengths.nonce, lengths.nonce + lengths.tag))
      const body = decipher.update(bytes.subarray(lengths.nonce + lengths.tag))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    },
  }
}

/** Identifies a secret without revealing it, to compare the secrets of two installations. */
export function getSecretFingerprint(appSecret: string): string {
  return Buffer.from(hkdfSync('sha256', appSecret, 'aichat', 'mark', lengths.tag)).toString('hex')
}
