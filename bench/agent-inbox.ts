import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { SignedIn } from '@aichat/contracts/company/auth'
import { chromium, type Page } from '@playwright/test'
import { io } from 'socket.io-client'
import { openDatabase } from '../server/src/kit/db/database.ts'
import type { Log } from '../server/src/kit/observability/log.ts'
import { readSettings } from '../server/src/kit/process/settings.ts'
import { startVisit } from '../server/src/ops/seed/api-client.ts'
import { findFreePort } from '../server/test/kit/ports.ts'
import {
  type FrameTimes,
  type KeyTimes,
  measureKeys,
  measureOpening,
  measureScroll,
} from './inbox/measure-in-page.ts'
import { seedAgentInbox } from './inbox/seed-agent-inbox.ts'
import { createBenchDatabase } from './kit/database.ts'
import { startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { createCompany, fetchData, productEnv } from './kit/product.ts'

/**
 * Measures scrolling, typing and switching in the inbox in Chromium, with all conversations loaded and a long one open.
 */
const { values: options } = parseArgs({
  options: {
    chats: { type: 'string', default: '10000' },
    long: { type: 'string', default: '5000' },
    arriving: { type: 'string', default: '5' },
  },
})
const [chats, long, arriving] = [options.chats, options.long, options.arriving].map(Number) as [
  number,
  number,
  number,
]
const list = 'nav[aria-label=Conversations] > div:last-child'
const transcript = 'section[aria-label^="Conversation with"]'

const database = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const port = await findFreePort()
const url = `http://localhost:${port}`
const env = { ...database.env, ...productEnv, PORT: String(port), PUBLIC_URL: url }
let server = startNode('server/dist/main.js', env)
await waitUntilReady(server, url)
const company = await createCompany(url, 1)
const account: SignedIn = await fetchData(url, 'POST', '/api/auth/login', {
  body: {
    email: 'ann-1@example.com',
    password: 'correct horse',
  },
})
const [project] = await fetchData(url, 'GET', '/api/projects', { token: company.accessToken })
// Only one process may open the embedded database.
await stopProcess(server)
const ids = await seed()
server = startNode('server/dist/main.js', env)
await waitUntilReady(server, url)

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // Functions that run in the page use a helper of the compiler that exists only in this process.
  await page.addInitScript('globalThis.__name = (one) => one')
  await signIn(page)
  console.log(`\n  ${chats} conversations, ${long} messages, load average ${loadavg()[0]?.toFixed(1)}`)
  await page.goto(`${url}/chats`)
  await page.waitForSelector('nav[aria-label=Conversations] li')
  console.log('\n  switching, ms until shown')
  await reportSwitches(page)

  await page.goto(`${url}/chats?session=${ids[0]}&message=1`)
  await page.waitForSelector('#message-1', { timeout: 60_000 })
  await loadList(page)
  const bare = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await bare.setContent(`<nav aria-label=Conversations><div style="height:700px;overflow:auto">
    ${'<div style="height:76px;border:1px solid">box</div>'.repeat(chats)}</div></nav>`)
  console.log(
    '\n  scrolling             frames   median ms   p99   longest   over 50 ms   CPU ms: script, style, layout, all',
  )
  await bare.evaluate('globalThis.__name = (one) => one')
  await reportScroll(bare, 'as many bare boxes', list)
  await bare.close()
  await page.bringToFront()
  await reportScroll(page, 'all conversations', list)
  await reportScroll(page, 'the long transcript', transcript)

  await page.evaluate(measureKeys)
  console.log(
    '\n  a key until it is drawn   keys   median ms   p95   longest   CPU ms: script, style, layout, all',
  )
  await reportKeys('all loaded', page)
  const stopWriting = await startVisitors()
  await reportKeys(`${arriving} messages a second arrive`, page)
  stopWriting()
  console.log(`  load average ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await stopProcess(server)
  await database.remove()
}
process.exit(0)

async function seed(): Promise<string[]> {
  const log = { warn() {}, error() {}, info() {} } as unknown as Log
  const opened = await openDatabase(readSettings({ ...database.env, APP_SECRET: productEnv.APP_SECRET }), log)
  try {
    return await seedAgentInbox(opened.pool, { companyId: company.id, projectId: project.id, chats, long })
  } finally {
    await opened.close()
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/favicon.svg`)
  const items: Record<string, string> = {
    ...account.tokens,
    user: JSON.stringify(account.data.user),
    company: JSON.stringify(account.data.company),
  }
  await page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, items)
}

/** Scrolls until the last page of the list is loaded. */
async function loadList(page: Page): Promise<void> {
  await page.evaluate(
    async ({ selector, count }) => {
      const box = document.querySelector<HTMLElement>(selector)
      const loaded = () => Number(document.querySelector(`${selector} li`)?.getAttribute('aria-setsize'))
      while (box && loaded() < count) {
        box.scrollTop = box.scrollHeight
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      box?.scrollTo(0, 0)
    },
    { selector: list, count: chats },
  )
}

/** Opens five conversations twice each. */
async function reportSwitches(page: Page): Promise<void> {
  const times: number[][] = [[], []]
  for (const round of times) {
    for (const [index, id] of ids.slice(1).entries()) {
      const words = `Message 100 of visitor ${index + 2}.`
      round.push(await page.evaluate(measureOpening, { id, words }))
      await page.waitForTimeout(300)
    }
  }
  for (const [index, name] of ['for the first time', 'again'].entries())
    console.log(`  ${name.padEnd(22)} ${times[index]?.map((time) => time.toFixed(0)).join('  ')}`)
}

async function typeAndMeasure(page: Page): Promise<KeyTimes> {
  await page.getByRole('textbox', { name: 'Message' }).fill('')
  await page
    .getByRole('textbox', { name: 'Message' })
    .pressSequentially('It leaves our house on the day after you have paid for it. ', {
      delay: 60,
      timeout: 120_000,
    })
  await page.waitForTimeout(300)
  return page.evaluate(() => (window as unknown as { keysTimed(): KeyTimes }).keysTimed())
}

/** Returns a function that stops them. */
async function startVisitors(): Promise<() => void> {
  const sockets = await Promise.all(
    Array.from({ length: arriving }, async () => {
      const { visitorToken } = await startVisit(url, company.publicKey)
      return io(`${url}/visitor`, { auth: { visitorToken }, transports: ['websocket'] })
    }),
  )
  let count = 0
  const timers = sockets.map((socket) =>
    setInterval(
      () => socket.emit('message:send', { text: `Is anybody there? ${++count}`, clientId: `c${count}` }),
      1000,
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return () => {
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.disconnect()
  }
}

async function reportScroll(page: Page, name: string, selector: string): Promise<void> {
  const { result, parts } = await withCpuTime(page, () =>
    page.evaluate(measureScroll, { selector, frames: 600 }),
  )
  const { frames, median, p99, longest, over50 } = result as FrameTimes
  const numbers = [median, p99, longest].map((time) => time.toFixed(1).padStart(9)).join('')
  console.log(
    `  ${name.padEnd(20)} ${String(frames).padStart(7)} ${numbers} ${String(over50).padStart(9)}    ${parts}`,
  )
}

/** Processor time of the page's main thread, which is independent of other programs on the machine. */
async function withCpuTime<Result>(page: Page, work: () => Promise<Result>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readCpuTimes = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration'].map(
      (name) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0),
    )
  }
  const before = await readCpuTimes()
  const result = await work()
  const parts = (await readCpuTimes())
    .map((time, index) => (time - (before[index] ?? 0)).toFixed(0))
    .join(', ')
  await session.detach()
  return { result, parts }
}

async function reportKeys(name: string, page: Page): Promise<void> {
  const { result, parts } = await withCpuTime(page, () => typeAndMeasure(page))
  const { count, median, p95, longest } = result
  const numbers = [median, p95, longest].map((time) => time.toFixed(1).padStart(9)).join('')
  console.log(`  ${name.padEnd(26)} ${String(count).padStart(5)} ${numbers}    ${parts}`)
}
