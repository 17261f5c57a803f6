import { expect, onTestFinished, test } from 'vitest'
import { createLeaderLock } from './leader-lock.ts'

const databaseUrl = process.env.DATABASE_URL ?? null

test.skipIf(!databaseUrl)('one of two processes has the lock,, and the other one once it ends', async () => {
  const name = `test ${Math.random()}`
  const [first, second] = [createLeaderLock(databaseUrl, name), createLeaderLock(databaseUrl, name)]
  const other = createLeaderLock(databaseUrl, `${name} other`)
  onTestFinished(() => Promise.all([second.close(), other.close()]).then(() => {}))
  expect(await first.tryAcquire()).toBe(true)
  expect(await second.tryAcquire()).toBe(false)
  expect(await first.tryAcquire()).toBe(true)
  expect(await other.tryAcquire()).toBe(true)
  await first.close()
  expect(await second.tryAcquire()).toBe(true)
})

test('a single process with the embedded database always has it', async () => {
  const lock = createLeaderLock(null, 'test')
  expect(await lock.tryAcquire()).toBe(true)
})
