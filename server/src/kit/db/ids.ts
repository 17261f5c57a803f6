import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A new id: a UUID v7, so that newer rows sort after older ones. */
export function newId(): string {
  return v7()
}

/** A public identifier, not a secret: it says which company or project is meant. */
export function newPublicKey(prefix: 'pk' | 'co'): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`
}

export function isPublicKey(value: unknown): value is string {
  return typeof value === 'string' && /^pk_[0-9a-f]{32}$/.test(value)
}
