import { hash, verify } from '@node-rs/argon2'
import limit from 'p-limit'

// At most two at a time: hashing is meant to be slow, and must not take every thread from the rest.
const atATime = limit(2)
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return atATime(() => hash(password, cost))
}

let decoy: Promise<string> | undefined

/** Without a stored hash it does the same work and answers false: an unknown address takes as long as a wrong password. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const matches = await atATime(() => verify(against, password))
  return stored !== null && matches
}
