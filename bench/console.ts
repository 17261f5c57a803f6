import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { SignedIn } from '@aichat/contracts/auth'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { freePort } from '../server/test/ports.ts'
import { median } from './console/median.ts'
import { type Loaded, type Scrolled, watchLoad, watchScroll } from './console/watch.ts'
import { ownDatabase } from './kit/database.ts'
import { ready, root, startNode, stop } from './kit/processes.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** The folder of an installed Lighthouse 12, which is too large to be installed with the product. */
    lighthouse: { type: 'string', default: '' },
  },
})
const repeats = options.quick ? 1 : 3
const usualCount = 6
const projectCount = 500
const goals = { layoutShift: 0.05, score: 95 }

const database = await ownDatabase('PGlite')
const [port, debuggingPort] = [await freePort(), await freePort()]
const url = `http://localhost:${port}`
const server = startNode('server/dist/main.js', {
  ...database.env,
  PORT: String(port),
  PUBLIC_URL: url,
  LIMIT_SCALE: '1000',
  LOG_LEVEL: 'warn',
})
await ready(server, url)
const account: SignedIn = await signUp()
for (let made = 0; made < projectCount; made++) {
  await call('/api/projects', {
    name: `Example ${made + 1}`,
    description: 'Tents, boats and what else there is',
  })
}

const browser = await chromium.launchPersistentContext(path.join(database.env.TMPDIR, 'profile'), {
  executablePath: '/usr/bin/chromium',
  viewport: { width: 1280, height: 800 },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--remote-debugging-port=${debuggingPort}`,
  ],
})
// What runs in the page was compiled with a helper that only this process has.
await browser.addInitScript('globalThis.__name = (one) => one')
await browser.route(`${url}/bare`, (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Bare</title><h1>A bare page</h1>' }),
)
try {
  const scores = options.lighthouse ? await measureScores() : {}
  await makeProjects(projectCount - usualCount)
  const loads = await measureLoads(browser)
  const scrolls = await measureScrolls(browser)
  report(loads, scrolls, scores)
} finally {
  await browser.close()
  await stop(server)
  await database.remove()
}
process.exit(0)

type Target = { name: string; path: string; isSignedIn: boolean }

async function measureLoads(context: BrowserContext): Promise<Map<string, Loaded>> {
  const targets: Target[] = [
    { name: 'bare page', path: '/bare', isSignedIn: false },
    { name: '/login', path: '/login', isSignedIn: false },
    { name: `/projects, ${projectCount}`, path: '/projects', isSignedIn: true },
  ]
  const found = new Map<string, Loaded[]>()
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const target of targets) {
      const page = await context.newPage()
      await beSignedIn(page, target.isSignedIn)
      await page.addInitScript(watchLoad)
      await page.goto(url + target.path, { waitUntil: 'networkidle' })
      await page.waitForTimeout(1000)
      const loaded = await page.evaluate(() => (window as unknown as { loaded(): Loaded }).loaded())
      found.set(target.name, [...(found.get(target.name) ?? []), loaded])
      await page.close()
    }
  }
  return new Map([...found].map(([name, all]) => [name, median(all)]))
}

/** The same scrolling over the console's cards, and over as many empty boxes. */
async function measureScrolls(context: BrowserContext): Promise<Map<string, Scrolled>> {
  const page = await context.newPage()
  await beSignedIn(page, true)
  const found = new Map<string, Scrolled[]>()
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const name of ['bare boxes', 'cards']) {
      await page.goto(`${url}/projects`, { waitUntil: 'networkidle' })
      if (name === 'bare boxes') await page.evaluate(showBoxes, projectCount)
      const scrolled = await page.evaluate(watchScroll)
      found.set(name, [...(found.get(name) ?? []), scrolled])
    }
  }
  await page.close()
  return new Map([...found].map(([name, all]) => [name, median(all)]))
}

async function measureScores(): Promise<Record<string, number>> {
  const entry = pathToFileURL(path.join(path.resolve(options.lighthouse), 'core/index.js')).href
  const { default: lighthouse, desktopConfig } = await import(entry)
  const scores: Record<string, number> = {}
  for (const { path: address, isSignedIn } of [
    { path: '/login', isSignedIn: false },
    { path: '/projects', isSignedIn: true },
  ]) {
    const page = await browser.newPage()
    await beSignedIn(page, isSignedIn)
    await page.close()
    const flags = { port: debuggingPort, onlyCategories: ['performance'], disableStorageReset: true }
    const { lhr } = await lighthouse(url + address, flags, desktopConfig)
    scores[address] = Math.round(lhr.categories.performance.score * 100)
  }
  return scores
}

function showBoxes(count: number) {
  const main = document.querySelector('main')!
  main.innerHTML = `<div style="display:grid;grid-template-columns:1fr 1fr 1fr;gap:24px">${'<div style="height:266px;border:1px solid">box</div>'.repeat(count)}</div>`
}

function report(loads: Map<string, Loaded>, scrolls: Map<string, Scrolled>, scores: Record<string, number>) {
  console.log('\n| load | first paint ms | largest paint ms | blocked ms | layout shift |')
  for (const [name, { firstPaint, largestPaint, blocked, layoutShift }] of loads) {
    const verdict = layoutShift <= goals.layoutShift ? 'pass' : 'MISS'
    console.log(
      `| ${name} | ${firstPaint.toFixed(0)} | ${largestPaint.toFixed(0)} | ${blocked.toFixed(0)} | ${layoutShift.toFixed(3)} ${verdict} |`,
    )
  }
  console.log(`\n| scroll of ${projectCount} | frames | median ms | p99 ms | longest ms |`)
  for (const [name, { frames, middle, p99, longest }] of scrolls) {
    console.log(
      `| ${name} | ${frames.toFixed(0)} | ${middle.toFixed(1)} | ${p99.toFixed(1)} | ${longest.toFixed(1)} |`,
    )
  }
  for (const [address, score] of Object.entries(scores)) {
    console.log(
      `Lighthouse ${address}: ${score} (at least ${goals.score}): ${score >= goals.score ? 'pass' : 'MISS'}`,
    )
  }
  const directory = path.join(root, 'bench/results')
  mkdirSync(directory, { recursive: true })
  const result = { at: new Date().toISOString(), repeats, loads: [...loads], scrolls: [...scrolls], scores }
  writeFileSync(path.join(directory, 'console.json'), `${JSON.stringify(result, null, 2)}\n`)
}

async function beSignedIn(page: Page, isSignedIn: boolean): Promise<void> {
  await page.goto(`${url}/favicon.svg`)
  const items: Record<string, string> = {
    ...account.tokens,
    user: JSON.stringify(account.data.user),
    company: JSON.stringify(account.data.company),
  }
  await page.evaluate(
    ([stored, wanted]) => {
      localStorage.clear()
      if (wanted) for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    },
    [items, isSignedIn] as const,
  )
}

async function makeProjects(count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    await call('/api/projects', {
      name: `Example ${made + 1}`,
      description: 'Tents, boats and what else there is',
    })
  }
}

function signUp(): Promise<SignedIn> {
  return call('/api/auth/signup', {
    companyName: 'Example Company',
    name: 'Sample Agent',
    email: 'agent@example.com',
    password: 'correct horse',
  })
}

async function call(address: string, body: object): Promise<SignedIn> {
  const response = await fetch(url + address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(address.includes('/auth/') ? {} : { authorization: `Bearer ${account.tokens.accessToken}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as SignedIn
}
