import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createGate } from '../../../test/kit/gate.ts'
import { type ChildProcessWork, runInChildProcess } from './child-process.ts'

const limits = { timeMs: 20_000, memoryMb: 256 }
const work = (body: string, more: Partial<ChildProcessWork> = {}): ChildProcessWork => ({
  module: new URL(
    `data:text/javascript,export async function work(argument, input) { ${encodeURIComponent(body)} }`,
  ),
  name: 'work',
  argument: null,
  limits,
  ...more,
})

test('a function gets its argument and streamed input, and no environment variables', async () => {
  const result = await runInChildProcess(
    work('return [argument, Buffer.from(input).toString(), Object.keys(process.env), process.pid]', {
      argument: { a: 1 },
      openInput: async () => Readable.from([Buffer.from('streamed '), Buffer.from('input')]),
    }),
  )
  expect(result).toEqual([{ a: 1 }, 'streamed input', expect.any(Array), expect.any(Number)])
  const [, , names, pid] = result as [unknown, unknown, string[], number]
  expect(
    names.filter((name) => !/^(?:NODE_CHANNEL_\w+|UV_THREADPOOL_SIZE|PWD|SHLVL|_|OLDPWD)$/.test(name)),
  ).toEqual([])
  expect(pid).not.toBe(process.pid)
})

test.skipIf(!existsSync('/proc/self/status')).each([
  ['buffers', 'const all = []; for (;;) all.push(Buffer.alloc(5_000_000, 1))'],
  ['objects', 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, index) => ({ index })))'],
  ['text', "let text = 'x'.repeat(1000); for (;;) { text += text; JSON.stringify({ text }) }"],
])('a function that fills the memory with %s fails below the limit', async (_, body) => {
  let isRunning = true
  let peakMb = 0
  const failed = runInChildProcess(work(body)).catch((error: Error) => error)
  const sampling = (async () => {
    for (; isRunning; await sleep(20)) peakMb = Math.max(peakMb, ...childrenMb())
  })()
  expect(await failed).toBeInstanceOf(Error)
  isRunning = false
  await sampling
  expect(peakMb).toBeGreaterThan(0)
  expect(peakMb).toBeLessThan(limits.memoryMb)
})

test('a function that does not end is killed at its time limit', async () => {
  const running = runInChildProcess(work('for (;;);', { limits: { ...limits, timeMs: 1500 } }))
  await expect(running).rejects.toThrow('The time limit is exceeded')
})

test('at most two functions run at a time', async () => {
  const gate = createGate()
  const waiting = { count: 0, max: 0 }
  const server = createServer(async (_, response) => {
    waiting.count++
    waiting.max = Math.max(waiting.max, waiting.count)
    await gate.opened
    waiting.count--
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const run = () => runInChildProcess(work(`await fetch('http://127.0.0.1:${port}')`))
  const all = Promise.all(Array.from({ length: 5 }, run))
  await expect.poll(() => waiting.count).toBe(2)
  // A third one would have sent its request by the time that another process has started and ended.
  for (let started = 0; started < 3; started++) await promisify(execFile)(process.execPath, ['-e', ''])
  gate.open()
  await all
  expect(waiting.max).toBe(2)
})

/** The resident memory of each child process, in megabytes. */
function childrenMb(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
      return /Name:\s+node/.test(status) && kilobytes ? [Number(kilobytes) / 1024] : []
    } catch {
      return [] // It has just ended.
    }
  })
}
