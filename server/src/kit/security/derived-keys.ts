import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../process/settings.ts'

export type AppSecrets = Pick<Settings, 'appSecret' | 'previousAppSecret'>

const keyBytes = 32

/** One key per purpose. The first signs and encrypts; during a rotation of APP_SECRET, the second is accepted too. */
export function deriveKeys(
  { appSecret, previousAppSecret }: AppSecrets,
  purpose: string,
): [Uint8Array, ...Uint8Array[]] {
  const derive = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, 'aichat', purpose, keyBytes))
  return [derive(appSecret), ...(previousAppSecret ? [derive(previousAppSecret)] : [])]
}

export type Signer = { sign(text: string): string; verify(text: string, signature: string): boolean }

/** Signatures that only this installation can create, so that what they sign need not be stored. */
export function createSigner(secrets: AppSecrets, purpose: string): Signer {
  const keys = deriveKeys(secrets, purpose)
  const signWith = (key: Uint8Array, text: string) =>
    createHmac('sha256', key).update(text).digest('base64url')
  return {
    sign: (text) => signWith(keys[0], text),
    verify: (text, signature) => keys.some((key) => isEqual(signature, signWith(key, text))),
  }
}

function isEqual(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Identifies a secret without revealing it, to compare the secrets of two processes or installations. */
export function getSecretFingerprint(appSecret: string): string {
  return Buffer.from(hkdfSync('sha256', appSecret, 'aichat', 'mark', 16)).toString('hex')
}
