import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { deadline } from './deadline.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

test('a deadline ends in time, also when memory is collected meanwhile', async () => {
  let isOver = false
  const { signal } = deadline(new AbortController().signal, 200)
  signal.addEventListener('abort', () => {
    isOver = true
  })
  for (let turn = 0; turn < 40; turn++) {
    collect()
    await pause(10)
  }
  expect(isOver).toBe(true)
})

test('it ends with the signal that it was given, and not once it is cleared', async () => {
  const caller = new AbortController()
  const [left, cleared] = [deadline(caller.signal, 10_000), deadline(caller.signal, 50)]
  cleared.clear()
  caller.abort(new Error('gone'))
  expect(left.signal.reason).toMatchObject({ message: 'gone' })
  left.clear()
  await pause(100)
  expect(cleared.signal.aborted).toBe(false)
  expect(deadline(AbortSignal.abort(), 50).signal.aborted).toBe(true)
})
