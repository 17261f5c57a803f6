import { apiKeyLimits } from '@aichat/contracts/api-keys'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { SharedRedis } from '../realtime/redis.ts'
import { countTogether } from './local-quota.ts'
import { refuseTooMany } from './refusal.ts'

const minute = 60
const hour = 60 * minute

/** points in so many seconds, each counted for one key: a real address, an account, or a person. */
const budgets = {
  signup: { points: 20, duration: hour },
  login: { points: 50, duration: 15 * minute },
  loginAccount: { points: 10, duration: 15 * minute },
  reset: { points: 10, duration: hour },
  resetAccount: { points: 5, duration: hour },
  invitation: { points: 100, duration: hour },
  newVisitor: { points: 60, duration: 10 * minute },
  newConversation: { points: 30, duration: hour },
  installCheck: { points: 6, duration: minute },
  tryPrompt: { points: 60, duration: hour },
  rewrite: { points: 40, duration: minute },
  suggest: { points: 20, duration: minute },
  answerTests: { points: 60, duration: hour },
  fetchPage: { points: 60, duration: hour },
  upload: { points: 60, duration: hour },
  copyFile: { points: 300, duration: hour },
  message: { points: 20, duration: 2 },
  typing: { points: 8, duration: 2 },
  apiKey: { points: apiKeyLimits.perMinute, duration: minute },
  command: { points: 60, duration: 2 },
} as const

type Budget = keyof typeof budgets

/** Used with every breath, and hardly ever spent. */
const small: readonly string[] = ['message', 'typing', 'command'] satisfies Budget[]

type Limiter = { consume(key: string): Promise<unknown>; delete(key: string): Promise<unknown> }

export type RateLimits = {
  /** Counts one use, and refuses with 429 (and the sentence) when the budget is spent. */
  consume(budget: Budget, key: string, sentence?: string): Promise<void>
  /** Gives a budget back: a right password clears its account's throttle. */
  clear(budget: Budget, key: string): Promise<void>
}

/**
 * Counted in Redis where there is one, so that every process counts the same (what is used all the time a moment later);
 * in memory while Redis is away.
 */
export function createRateLimits(redis: SharedRedis | null, scale: number): RateLimits {
  const limiters = new Map<string, Limiter>(
    Object.entries(budgets).map(([name, { points, duration }]) => {
      const options = {
        keyPrefix: redis ? `${redis.prefix}:limit:${name}` : name,
        points: Math.max(1, Math.round(points * scale)),
        duration,
      }
      const memory = new RateLimiterMemory(options)
      if (!redis) return [name, memory]
      const shared = new RateLimiterRedis({ ...options, storeClient: redis.client, insuranceLimiter: memory })
      return [name, small.includes(name) ? countTogether(shared, options) : shared]
    }),
  )
  return {
    async consume(budget, key, sentence) {
      try {
        await limiters.get(budget)?.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        refuseTooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)), sentence)
      }
    },
    async clear(budget, key) {
      await limiters.get(budget)?.delete(key)
    },
  }
}
