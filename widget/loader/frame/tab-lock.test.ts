import { afterEach, expect, test, vi } from 'vitest'
import { withTabLock } from './tab-lock.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp() {
  vi.useFakeTimers()
  // Pages without a secure origin have no Web Locks.
  vi.stubGlobal('navigator', {})
  let value: string | null = null
  const storage = {
    read: () => value,
    write(next: string | null) {
      value = next
    },
  }
  return { storage, read: () => value }
}

test('without Web Locks, the work of two tabs runs one after the other', async () => {
  const { storage, read } = setUp()
  const steps: string[] = []
  const work = (tab: string) => async () => {
    steps.push(`${tab} begins`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    steps.push(`${tab} ends`)
    return tab
  }
  const both = Promise.all(['one', 'two'].map((tab) => withTabLock('name', storage, work(tab))))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await both).toEqual(['one', 'two'])
  expect(steps.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends'])
  expect(read()).toBeNull()
})

test.each(['garbage', `${Number.MAX_SAFE_INTEGER} 0.5`, '1 0.5'])(
  'an invalid or old lease does not hold up the work: %s',
  async (lease) => {
    const { storage } = setUp()
    storage.write(lease)
    const result = withTabLock('name', storage, async () => 'done')
    await vi.advanceTimersByTimeAsync(200)
    expect(await result).toBe('done')
  },
)
