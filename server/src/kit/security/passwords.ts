import { commonSentences } from '@aichat/contracts/kit/common'
import { hash, verify } from '@node-rs/argon2'
import limit from 'p-limit'
import { UnavailableError } from '../http/refusal.ts'

// Hashing is slow by design, and must not occupy every thread of the pool.
const runLimited = limit(2)
/** A few seconds of work. */
const maxQueued = 128
const hashOptions = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return enqueue(() => hash(password, hashOptions))
}

let dummyHash: Promise<string> | undefined

/** Without a stored hash it does the same work and returns false, so that timing does not reveal which accounts exist. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= runLimited(() => hash('no account has this password', hashOptions))
  const against = stored ?? (await dummyHash)
  const matches = await enqueue(() => verify(against, password))
  return stored !== null && matches
}

/** Async so that a full queue rejects. */
async function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (runLimited.pendingCount >= maxQueued) throw new UnavailableError(commonSentences.unavailable, 2)
  return runLimited(work)
}
