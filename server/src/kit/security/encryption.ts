import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type AppSecrets, deriveKeys } from './derived-keys.ts'

/** Encrypts values at rest that the server must read again, with a key derived from APP_SECRET. */
export type Encryption = {
  encrypt(text: string): string
  /** @throws when the value was encrypted with another secret, or modified */
  decrypt(encrypted: string): string
  canDecrypt(encrypted: string): boolean
}

const algorithm = 'aes-256-gcm'
const lengths = { nonce: 12, tag: 16 } as const

export function createEncryption(secrets: AppSecrets): Encryption {
  const keys = deriveKeys(secrets, 'seal')
  return {
    encrypt(text) {
      const nonce = randomBytes(lengths.nonce)
      const cipher = createCipheriv(algorithm, keys[0], nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt,
    canDecrypt(encrypted) {
      try {
        decrypt(encrypted)
        return true
      } catch {
        return false // another secret has encrypted it
      }
    },
  }

  function decrypt(encrypted: string): string {
    const errors: unknown[] = []
    for (const key of keys) {
      try {
        return decryptWith(key, encrypted)
      } catch (error) {
        errors.push(error)
      }
    }
    throw errors[0]
  }
}

function decryptWith(key: Uint8Array, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, lengths.nonce))
  decipher.setAuthTag(bytes.subarray(lengths.nonce, lengths.nonce + lengths.tag))
  const body = decipher.update(bytes.subarray(lengths.nonce + lengths.tag))
  return Buffer.concat([body, decipher.final()]).toString('utf8')
}
