import { authRateLimits } from '@aichat/contracts/company/auth'
import { commonSentences } from '@aichat/contracts/kit/common'
import { networkOf, type RateLimits } from '../kit/http/rate-limits.ts'
import { UnavailableError } from '../kit/http/refusal.ts'
import type { Timers } from '../kit/process/timers.ts'

type Guess = {
  /** What the password belongs to: an email address or a user. The throttle is the same for an unknown one. */
  account: string
  address: string
  /** Whether a wrong password also counts for the address over all accounts. */
  countsForAddress?: boolean
  isKnownDevice?: boolean
}

export type PasswordThrottle = {
  /**
   * Runs `check`, which returns null for a wrong password. The guess counts as wrong from its beginning, so that concurrent
   * guesses cannot exceed the limits, and not any more when the password is right or was not checked because of an error.
   * @throws Refusal 429 after too many wrong passwords from one address
   */
  verify<T>(guess: Guess, check: () => Promise<T | null>): Promise<T | null>
  /** Removes the count of an account at an address. */
  clear(account: string, address: string): Promise<void>
}

type Options = { limits: RateLimits; timers: Timers; maxWaiting?: number }

const waitMs = 2000

/**
 * Limits wrong passwords per address. An account cannot be locked: after too many wrong passwords over all addresses, each
 * further attempt waits, except from a device that has signed in to the account.
 */
export function createPasswordThrottle({ limits, timers, maxWaiting = 500 }: Options): PasswordThrottle {
  let waitingCount = 0

  async function slowDown(): Promise<void> {
    // Each waiting attempt holds a connection, but none to the database.
    if (waitingCount >= maxWaiting) throw new UnavailableError(commonSentences.unavailable, waitMs / 1000)
    waitingCount++
    try {
      await new Promise<void>((resolve) => timers.start(resolve, waitMs))
    } finally {
      waitingCount--
    }
  }

  return {
    async verify({ account, address, countsForAddress = false, isKnownDevice = false }, check) {
      const accountAndAddress = joinKey(account, address)
      await limits.consume(authRateLimits.passwordAccountAddress, accountAndAddress)
      if (countsForAddress) await limits.consume(authRateLimits.passwordAddress, address)
      const isWithinLimit = await limits.tryConsume(authRateLimits.passwordAccount, account)
      const restoreShared = async () => {
        if (countsForAddress) await limits.restore(authRateLimits.passwordAddress, address)
        await limits.restore(authRateLimits.passwordAccount, account)
      }
      const checked = isWithinLimit || isKnownDevice ? check() : slowDown().then(check)
      const verified = await checked.catch(async (error) => {
        await limits.restore(authRateLimits.passwordAccountAddress, accountAndAddress)
        await restoreShared()
        throw error
      })
      if (verified === null) return null
      await limits.clear(authRateLimits.passwordAccountAddress, accountAndAddress)
      await restoreShared()
      return verified
    },
    clear: (account, address) =>
      limits.clear(authRateLimits.passwordAccountAddress, joinKey(account, address)),
  }
}

function joinKey(account: string, address: string): string {
  return `${account} ${networkOf(address)}`
}
