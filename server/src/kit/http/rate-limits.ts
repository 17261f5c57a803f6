import { isIPv6 } from 'node:net'
import { apiKeyLimits } from '@aichat/contracts/api-keys'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { SharedRedis } from '../realtime/redis.ts'
import { refuseTooMany } from './refusal.ts'

const minute = 60
const hour = 60 * minute

/** Points per duration in seconds, counted by key: a client address, an account or a person. */
const budgets = {
  signup: { points: 20, duration: hour },
  confirmEmail: { points: 20, duration: hour },
  passwordAddress: { points: 50, duration: 15 * minute },
  passwordAccountAddress: { points: 10, duration: 15 * minute },
  passwordAccount: { points: 50, duration: 15 * minute },
  reset: { points: 10, duration: hour },
  mailAccountAddress: { points: 5, duration: hour },
  mailAccount: { points: 20, duration: hour },
  mailAccountReserve: { points: 1, duration: 10 * minute },
  invitation: { points: 100, duration: hour },
  invitationMail: { points: 10, duration: hour },
  newVisitor: { points: 60, duration: 10 * minute },
  newConversation: { points: 30, duration: hour },
  installCheck: { points: 6, duration: minute },
  tryPrompt: { points: 60, duration: hour },
  rewrite: { points: 40, duration: minute },
  suggest: { points: 20, duration: minute },
  modelTest: { points: 20, duration: 10 * minute },
  testChat: { points: 30, duration: minute },
  answerTests: { points: 60, duration: hour },
  fetchPage: { points: 60, duration: hour },
  sourceRun: { points: 30, duration: hour },
  upload: { points: 60, duration: hour },
  companyUpload: { points: 600, duration: hour },
  copyFile: { points: 300, duration: hour },
  message: { points: 20, duration: 2 },
  typing: { points: 8, duration: 2 },
  apiKey: { points: apiKeyLimits.perMinute, duration: minute },
  command: { points: 60, duration: 2 },
  denial: { points: 1, duration: minute },
  denials: { points: 60, duration: hour },
} as const

type Budget = keyof typeof budgets

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'delete'>

export type RateLimits = {
  /** Counts one use. @throws Refusal 429, with the sentence, when the budget is exhausted */
  consume(budget: Budget, key: string, sentence?: string): Promise<void>
  /** Counts one use like `consume`; false when the budget is exhausted. */
  tryConsume(budget: Budget, key: string): Promise<boolean>
  /** Returns one use that was counted. */
  restore(budget: Budget, key: string): Promise<void>
  /** Resets a budget. */
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
  /** Null, or the time until the budget is available again. */
  async function findWaitMs(budget: Budget, key: string): Promise<number | null> {
    try {
      await limiters.get(budget)?.consume(networkOf(key))
      return null
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      return error.msBeforeNext
    }
  }
  return {
    async consume(budget, key, sentence) {
      const waitMs = await findWaitMs(budget, key)
      if (waitMs !== null) refuseTooMany(Math.max(1, Math.ceil(waitMs / 1000)), sentence)
    },
    async tryConsume(budget, key) {
      return (await findWaitMs(budget, key)) === null
    },
    async restore(budget, key) {
      await limiters.get(budget)?.reward(networkOf(key))
    },
    async clear(budget, key) {
      await limiters.get(budget)?.delete(networkOf(key))
    },
  }
}

/**
 * The network of an IPv6 address, of which a single client usually has all 2^64 addresses. Other keys are returned as they
 * are.
 */
export function networkOf(key: string): string {
  if (!isIPv6(key) || key.includes('.')) return key
  const [head = '', tail = ''] = key.split('::')
  const [start, end] = [head, tail].map((groups) => groups.split(':').filter(Boolean)) as [string[], string[]]
  const groups = [...start, ...Array(8 - start.length - end.length).fill('0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}
