import { hash, verify } from '@node-rs/argon2'
import limit from 'p-limit'

// Hashing is slow by design, and must not occupy every thread of the pool.
const limitConcurrency = limit(2)
const hashOptions = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password, hashOptions))
}

let dummyHash: Promise<string> | undefined

/** Without a stored hash it does the same work and returns false, so that timing does not reveal which accounts exist. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('no account has this password')
  const against = stored ?? (await dummyHash)
  const matches = await limitConcurrency(() => verify(against, password))
  return stored !== null && matches
}
