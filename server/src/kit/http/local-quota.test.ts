import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { describe, expect, test } from 'vitest'
import { countTogether } from './local-quota.ts'

const budget = { points: 20, duration: 2 }

/** The limiter that all processes share, and what it was asked. */
function createShared() {
  const shared = new RateLimiterMemory({ ...budget, keyPrefix: 'shared' })
  const asked: [key: string, uses: number][] = []
  let wait: Promise<unknown> = Promise.resolve()
  return {
    asked,
    answerAfter(next: Promise<unknown>) {
      wait = next
    },
    usesOf: async (key: string) => (await shared.get(key))?.consumedPoints ?? 0,
    limiter: {
      async consume(key: string, uses = 1) {
        asked.push([key, uses])
        await wait
        return shared.consume(key, uses)
      },
      delete: (key: string) => shared.delete(key),
    },
  }
}

/** How many of so many uses at once are let through. */
async function letThrough(limiter: ReturnType<typeof countTogether>, key: string, uses: number) {
  const outcomes = await Promise.allSettled(Array.from({ length: uses }, () => limiter.consume(key)))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

describe('what is used all the time', () => {
  test('is let through without asking, and counted together a moment later', async () => {
    const shared = createShared()
    const limiter = countTogether(shared.limiter, budget)
    for (const key of ['ann', 'bob', 'ann']) await limiter.consume(key)
    expect(shared.asked).toEqual([])
    await expect
      .poll(() => shared.asked)
      .toEqual([
        ['ann', 2],
        ['bob', 1],
      ])
    expect(await shared.usesOf('ann')).toBe(2)
  })

  test('is let through no more often than the budget says', async () => {
    const shared = createShared()
    const limiter = countTogether(shared.limiter, budget)
    expect(await letThrough(limiter, 'ann', 60)).toBe(budget.points)
    expect(await letThrough(limiter, 'bob', 3)).toBe(3)
    await expect(limiter.consume('ann')).rejects.toBeInstanceOf(RateLimiterRes)
  })

  test('is exceeded by no more than a quarter when two processes let through at once', async () => {
    const shared = createShared()
    const limiters = [countTogether(shared.limiter, budget), countTogether(shared.limiter, budget)]
    const both = await Promise.all(limiters.map((limiter) => letThrough(limiter, 'ann', 60)))
    const total = both.reduce((sum, one) => sum + one, 0)
    expect(total).toBeGreaterThanOrEqual(budget.points)
    expect(total).toBeLessThanOrEqual(budget.points * 1.25)
  })

  test('is refused at once when others have spent it', async () => {
    const shared = createShared()
    const limiter = countTogether(shared.limiter, budget)
    await shared.limiter.consume('ann', budget.points)
    await limiter.consume('ann')
    await expect.poll(() => shared.asked.length).toBe(2)
    await expect(limiter.consume('ann')).rejects.toBeInstanceOf(RateLimiterRes)
  })

  test('overtakes nothing that waits for an answer, though its time begins anew', async () => {
    const shared = createShared()
    const limiter = countTogether(shared.limiter, { ...budget, duration: 0.05 })
    const order: number[] = []
    const use = (number: number) => limiter.consume('ann').then(() => order.push(number))
    await letThrough(limiter, 'ann', 5)
    let answer = () => {}
    shared.answerAfter(
      new Promise<void>((resolve) => {
        answer = resolve
      }),
    )
    const slow = use(1)
    await pause(60)
    const next = use(2)
    await pause(20)
    expect(order).toEqual([])
    answer()
    await Promise.all([slow, next])
    expect(order).toEqual([1, 2])
  })

  test('can be given back', async () => {
    const shared = createShared()
    const limiter = countTogether(shared.limiter, budget)
    await letThrough(limiter, 'ann', 60)
    await limiter.delete('ann')
    expect(await letThrough(limiter, 'ann', 60)).toBe(budget.points)
  })
})
