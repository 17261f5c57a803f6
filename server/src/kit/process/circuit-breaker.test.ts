import { expect, test } from 'vitest'
import { CircuitOpenError, createCircuitBreaker } from './circuit-breaker.ts'

const never = new AbortController().signal
const fails = () => Promise.reject(new Error('down'))

test('the circuit opens after five failures in half a minute, and closes when a later probe succeeds', async () => {
  let time = 0
  let callCount = 0
  const breaker = createCircuitBreaker(() => time)
  const count = () => {
    callCount++
    return fails()
  }
  for (let attempt = 0; attempt < 5; attempt++) {
    time += 1000
    await expect(breaker.run(never, count)).rejects.toThrow('down')
  }
  await expect(breaker.run(never, count)).rejects.toThrow(CircuitOpenError)
  expect(callCount).toBe(5)
  time += 30_000
  await expect(breaker.run(never, count)).rejects.toThrow('down')
  await expect(breaker.run(never, count)).rejects.toThrow(CircuitOpenError)
  time += 30_000
  expect(await breaker.run(never, async () => 'up')).toBe('up')
  await expect(breaker.run(never, count)).rejects.toThrow('down')
  expect(await breaker.run(never, async () => 'up')).toBe('up')
})

test('infrequent failures and aborted calls do not open the circuit', async () => {
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

test('a call in progress continues while the circuit is open, and only one call probes the server', async () => {
  let time = 0
  const breaker = createCircuitBreaker(() => time)
  let finish = (_: string) => {}
  const slow = () => new Promise<string>((resolve) => (finish = resolve))
  const inProgress = breaker.run(never, slow)
  for (let attempt = 0; attempt < 5; attempt++)
    await expect(breaker.run(never, fails)).rejects.toThrow('down')
  finish('late')
  expect(await inProgress).toBe('late')
  expect(await breaker.continue(never, async () => 'and on')).toBe('and on')
  await expect(breaker.run(never, async () => 'up')).rejects.toThrow(CircuitOpenError)
  time += 30_000
  const probe = breaker.run(never, slow)
  await expect(breaker.run(never, async () => 'up')).rejects.toThrow(CircuitOpenError)
  finish('up')
  expect(await probe).toBe('up')
  expect(await breaker.run(never, async () => 'up')).toBe('up')
})
