import { createECDH } from 'node:crypto'
import { type AppSecrets, deriveKeys } from '../kit/security/derived-keys.ts'

/** An application server key pair (RFC 8292), base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

const curve = 'prime256v1'

/**
 * The key pair of this installation, derived from APP_SECRET, so that all processes have the same one and a backup needs none. During a rotation
 * of APP_SECRET, the second pair still reaches browsers that subscribed with it.
 */
export function createVapidKeys(secrets: AppSecrets): [VapidKeys, ...VapidKeys[]] {
  const [current, ...previous] = deriveKeys(secrets, 'vapid')
  return [toKeyPair(current), ...previous.map(toKeyPair)]
}

/** @throws for a scalar that is not below the order of the curve, which has a probability of 2^-32 */
function toKeyPair(scalar: Uint8Array): VapidKeys {
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(scalar)
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: Buffer.from(scalar).toString('base64url'),
  }
}

/** Whether the key of a subscription (`p256dh`) is a point of the curve, so that messages can be encrypted for it. */
export function isBrowserKey(publicKey: string): boolean {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(publicKey, 'base64url')
    return true
  } catch {
    return false // the error means the same
  }
}
