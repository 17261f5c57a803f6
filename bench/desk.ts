import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { SignedIn } from '@aichat/contracts/company/auth'
import { chromium, type Page } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import { startVisit } from '../server/src/ops/seed/api-client.ts'
import { findFreePort } from '../server/test/kit/ports.ts'
import { findClosedRows, measureNextSwitch, observeLongTasks, watchRows } from './desk/measure-in-page.ts'
import { type KeyTimes, measureKeys } from './inbox/measure-in-page.ts'
import { createBenchDatabase } from './kit/database.ts'
import { startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { createCompany, fetchData, productEntryPoint, productEnv } from './kit/product.ts'

/** Measures an agent's work in Chromium while all open conversations receive messages. */
const { values: options } = parseArgs({
  options: {
    conversations: { type: 'string', default: '40' },
    arriving: { type: 'string', default: '5' },
    switches: { type: 'string', default: '60' },
  },
})
const [conversations, arriving, switches] = [options.conversations, options.arriving, options.switches].map(
  Number,
) as [number, number, number]
const goals = { switchMs: 100, typingMs: 50 }
const messagesBefore = 12
/** Between the arrival of the pointer on a row and the click. */
const restMs = 150
const watchMs = 6000

const database = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const port = await findFreePort()
const url = `http://localhost:${port}`
const server = startNode(productEntryPoint(), {
  ...database.env,
  ...productEnv,
  PORT: String(port),
  PUBLIC_URL: url,
})
await waitUntilReady(server, url)
const company = await createCompany(url, 1)
const visitors = await startConversations()
const browser = await chromium.launch({
  // Debian's headless build of the same browser, where only that is installed.
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find((file) => existsSync(file)),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
let areGoalsMet = false
try {
  const page = await openInbox()
  console.log(
    `\n  ${conversations} conversations, ${arriving} messages a second, load average ${loadavg()[0]?.toFixed(1)}`,
  )
  const stopWriting = writeSteadily()
  areGoalsMet = [await reportSwitches(page), await reportTyping(page), await reportRows(page)].every(Boolean)
  stopWriting()
  console.log(`  load average ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  for (const { socket } of visitors) socket.disconnect()
  await stopProcess(server)
  await database.remove()
}
process.exit(areGoalsMet ? 0 : 1)

type Visitor = { socket: Socket; count: number }

async function startConversations(): Promise<Visitor[]> {
  return Promise.all(
    Array.from({ length: conversations }, async () => {
      const { visitorToken } = await startVisit(url, company.publicKey, {
        pageUrl: 'https://shop.example.com/tents',
      })
      const visitor = {
        socket: io(`${url}/visitor`, { auth: { visitorToken }, transports: ['websocket'] }),
        count: 0,
      }
      for (let index = 0; index < messagesBefore; index++) await say(visitor)
      return visitor
    }),
  )
}

function say(visitor: Visitor) {
  const number = ++visitor.count
  return visitor.socket.timeout(30_000).emitWithAck('message:send', {
    text: `Is the tent with number ${number} waterproof, and does it have room for a **boat**?`,
    clientId: `c${number}`,
  })
}

async function openInbox(): Promise<Page> {
  const account: SignedIn = await fetchData(url, 'POST', '/api/auth/login', {
    body: {
      email: 'ann-1@example.com',
      password: 'correct horse',
    },
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // Functions that run in the page use a helper of the compiler that exists only in this process.
  await page.addInitScript('globalThis.__name = (one) => one')
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(
    (stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    },
    {
      ...account.tokens,
      user: JSON.stringify(account.data.user),
      company: JSON.stringify(account.data.company),
    },
  )
  await page.goto(`${url}/chats`)
  await page.waitForSelector('nav[aria-label=Conversations] li')
  await page.waitForTimeout(2000)
  return page
}

/** Every conversation in turn, at an even rate. Returns the function that stops it. */
function writeSteadily(): () => void {
  let next = 0
  const timer = setInterval(() => {
    const visitor = visitors[next++ % visitors.length] as Visitor
    void say(visitor).catch(() => {})
  }, 1000 / arriving)
  return () => clearInterval(timer)
}

async function reportSwitches(page: Page): Promise<boolean> {
  const times: number[] = []
  for (let index = 0; index < switches; index++) {
    times.push(await switchTo(page, index))
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  console.log(
    `  switching: median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms`,
  )
  return at(0.95) <= goals.switchMs
}

/** As a person does: the pointer moves to a row, rests on it for a moment, and clicks. */
async function switchTo(page: Page, index: number): Promise<number> {
  // Over the list, because it keeps its order there: the chosen row could otherwise have moved before the click.
  await page.mouse.move(400, 500)
  const rows = await page.evaluate(findClosedRows)
  const { x, y } = rows[(index * 3) % rows.length] ?? { x: 0, y: 0 }
  await page.evaluate(measureNextSwitch)
  await page.mouse.move(x, y)
  await page.waitForTimeout(restMs)
  await page.mouse.click(x, y)
  const time = await page.evaluate(() =>
    (window as unknown as { switchTime(): Promise<number> }).switchTime(),
  )
  // Elsewhere, so that the rows are sorted again and others come into view.
  await page.mouse.move(900, 400)
  await page.waitForTimeout(200)
  return time
}

async function reportTyping(page: Page): Promise<boolean> {
  await page.evaluate(measureKeys)
  await page.evaluate(observeLongTasks)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.pressSequentially(
    'It leaves our house on the day after you have paid for it, and not before. ',
    {
      delay: 60,
      timeout: 120_000,
    },
  )
  await page.waitForTimeout(300)
  const { keys, tasks } = await page.evaluate(() => {
    const { keysTimed, longTasks } = window as unknown as {
      keysTimed(): KeyTimes
      longTasks(): number[]
    }
    return { keys: keysTimed(), tasks: longTasks() }
  })
  console.log(
    `  typing: ${keys.count} keys, until drawn median ${keys.median.toFixed(0)} ms, p95 ${keys.p95.toFixed(0)} ms, ` +
      `longest ${keys.longest.toFixed(0)} ms; tasks over ${goals.typingMs} ms: ${tasks.length}`,
  )
  return tasks.length === 0 && keys.longest <= goals.typingMs
}

/** Without the pointer the rows must change their order, or the watch would prove nothing. */
async function reportRows(page: Page): Promise<boolean> {
  const spot = { x: 400, y: 500, durationMs: watchMs }
  await page.mouse.move(1000, 400)
  const elsewhere = await page.evaluate(watchRows, spot)
  await page.mouse.move(spot.x, spot.y)
  await page.mouse.move(spot.x, spot.y + 1)
  const over = await page.evaluate(watchRows, spot)
  console.log(
    `  rows in ${watchMs / 1000} s: order changed ${elsewhere.orders} times without the pointer over the list, ` +
      `${over.orders} times with it; another row under the pointer ${over.movedUnderPointer} times`,
  )
  return elsewhere.orders > 0 && over.movedUnderPointer === 0
}
