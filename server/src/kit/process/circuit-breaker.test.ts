import { expect, test } from 'vitest'
import { CircuitOpenError, createCircuitBreaker } from './circuit-breaker.ts'

const never = new AbortController().signal
const fails = () => Promise.reject(new Error('down'))

test('five failures in half a minute open it, half a minute later one call tries, and a success closes it', async () => {
  let time = 0
  let asked = 0
  const breaker = createCircuitBreaker(() => time)
  const count = () => {
    asked++
    return fails()
  }
  for (let attempt = 0; attempt < 5; attempt++) {
    time += 1000
    await expect(breaker.run(never, count)).rejects.toThrow('down')
  }
  await expect(breaker.run(never, count)).rejects.toThrow(CircuitOpenError)
  expect(asked).toBe(5)
  time += 30_000
  await expect(breaker.run(never, count)).rejects.toThrow('down')
  await expect(breaker.run(never, count)).rejects.toThrow(CircuitOpenError)
  time += 30_000
  expect(await breaker.run(never, async () => 'up')).toBe('up')
  await expect(breaker.run(never, count)).rejects.toThrow('down')
  expect(await breaker.run(never, async () => 'up')).toBe('up')
})

test('failures far apart, and calls that were given up, do not open it', async () => {
  let time = 0
  const breaker = createCircuitBreaker(() => time)
  for (let attempt = 0; attempt < 10; attempt++) {
    time += 8000
    await expect(breaker.run(never, fails)).rejects.toThrow('down')
  }
  for (let attempt = 0; attempt < 10; attempt++) {
    await expect(breaker.run(AbortSignal.abort(), fails)).rejects.toThrow('down')
  }
  expect(await breaker.run(never, async () => 'up')).toBe('up')
})

test('what was begun before it opened goes on, and does not close it; after the rest one call tries, and not two', async () => {
  let time = 0
  const breaker = createCircuitBreaker(() => time)
  let finish = (_: string) => {}
  const slow = () => new Promise<string>((resolve) => (finish = resolve))
  const begun = breaker.run(never, slow)
  for (let attempt = 0; attempt < 5; attempt++)
    await expect(breaker.run(never, fails)).rejects.toThrow('down')
  finish('late')
  expect(await begun).toBe('late')
  expect(await breaker.goOn(never, async () => 'and on')).toBe('and on')
  await expect(breaker.run(never, async () => 'up')).rejects.toThrow(CircuitOpenError)
  time += 30_000
  const trying = breaker.run(never, slow)
  await expect(breaker.run(never, async () => 'up')).rejects.toThrow(CircuitOpenError)
  finish('up')
  expect(await trying).toBe('up')
  expect(await breaker.run(never, async () => 'up')).toBe('up')
})
