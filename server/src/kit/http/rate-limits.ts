import { apiKeyLimits } from '@aichat/contracts/api-keys'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { SharedRedis } from '../realtime/redis.ts'
import { refuseTooMany } from './refusal.ts'

const minute = 60
const hour = 60 * minute

/** Points per duration in seconds, counted by key: a client address, an account or a person. */
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

type Limiter = { consume(key: string): Promise<unknown>; delete(key: string): Promise<unknown> }

export type RateLimits = {
  /** Counts one use. @throws Refusal 429, with the sentence, when the budget is exhausted */
  consume(budget: Budget, key: string, sentence?: string): Promise<void>
  /** Resets a budget: a correct password clears the throttle of its account. */
  clear(budget: Budget, key: string): Promise<void>
}

/** Counts in Redis, shared by every process, and in memory without Redis or while it is unavailable. */
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
      return [name, new RateLimiterRedis({ ...options, storeClient: redis.client, insuranceLimiter: memory })]
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
