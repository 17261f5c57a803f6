import { hkdfSync } from 'node:crypto'
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

/** Identifies a secret without revealing it, to compare the secrets of two processes or installations. */
export function getSecretFingerprint(appSecret: string): string {
  return Buffer.from(hkdfSync('sha256', appSecret, 'aichat', 'mark', 16)).toString('hex')
}
