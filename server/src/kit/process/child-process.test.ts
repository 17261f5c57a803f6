import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

import { type ChildProcessWork, runInChildProcess } from './child-process.ts'

vi.setConfig({ testTimeout: 40_000 })

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

test.each([
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
  expect(peakMb).toBeLessThan(limits.memoryMb)
})

test('a function that does not end is killed at its time limit', async () => {
  const running = runInChildProcess(work('for (;;);', { limits: { ...limits, timeMs: 1500 } }))
  await expect(running).rejects.toThrow('The time limit is exceeded')
})

test('at most two functions run at a time', async () => {
  let isRunning = true
  let most = 0
  const all = Promise.all(
    Array.from({ length: 5 }, () =>
      runInChildProcess(work('await new Promise((done) => setTimeout(done, 300))')),
    ),
  )
  const sampling = (async () => {
    for (; isRunning; await sleep(5)) most = Math.max(most, childrenMb().length)
  })()
  await all
  isRunning = false
  await sampling
  expect(most).toBeLessThanOrEqual(2)
})

/** The resident memory of each child process, in megabytes. Empty where there is no /proc. */
function childrenMb(): number[] {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
    return children.flatMap((pid) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
      return /Name:\s+node/.test(status) && kilobytes ? [Number(kilobytes) / 1024] : []
    })
  } catch {
    return []
  }
}
