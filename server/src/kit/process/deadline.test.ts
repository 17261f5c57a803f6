import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { deadline } from './deadline.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

test('a deadline fires although garbage is collected before it', async () => {
  let hasFired = false
  const { signal } = deadline(new AbortController().signal, 200)
  signal.addEventListener('abort', () => {
    hasFired = true
  })
  for (let turn = 0; turn < 40; turn++) {
    collect()
    await pause(10)
  }
  expect(hasFired).toBe(true)
})

test('a deadline aborts with its parent signal, and not after it was cleared', async () => {
  const caller = new AbortController()
  const [active, cleared] = [deadline(caller.signal, 10_000), deadline(caller.signal, 50)]
  cleared.clear()
  caller.abort(new Error('gone'))
  expect(active.signal.reason).toMatchObject({ message: 'gone' })
  active.clear()
  await pause(100)
  expect(cleared.signal.aborted).toBe(false)
  expect(deadline(AbortSignal.abort(), 50).signal.aborted).toBe(true)
})
