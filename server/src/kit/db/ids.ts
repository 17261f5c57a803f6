import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A UUID v7, which sorts by creation time. */
export function newId(): string {
  return v7()
}

/** A public identifier of a company or project; not a secret. */
export function newPublicKey(prefix: 'pk' | 'co'): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`
}

export function isPublicKey(value: unknown): value is string {
  return typeof value === 'string' && /^pk_[0-9a-f]{32}$/.test(value)
}
