import { randomBytes } from 'node:crypto'
import { NIL, v7 } from 'uuid'

/** The nil UUID, which sorts before all others and is the id of nothing. */
export const nilId: string = NIL

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
