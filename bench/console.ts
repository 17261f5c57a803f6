import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { SignedIn } from '@aichat/contracts/company/auth'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findFreePort } from '../server/test/kit/ports.ts'
import {
  type LoadMetrics,
  measureScroll,
  observeLoad,
  type ScrollMetrics,
} from './console/measure-in-page.ts'
import { createBenchDatabase } from './kit/database.ts'
import { medianFields } from './kit/median.ts'
import { root, startNode, stopProcess, waitUntilReady } from './kit/processes.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Folder of an installed Lighthouse 12, which is too large for a development dependency. */
    lighthouse: { type: 'string', default: '' },
  },
})
const repeats = options.quick ? 1 : 3
const lighthouseProjectCount = 6
const projectCount = 500
const goals = { layoutShift: 0.05, score: 95 }

const database = await createBenchDatabase('PGlite')
const [port, debuggingPort] = [await findFreePort(), await findFreePort()]
const url = `http://localhost:${port}`
const server = startNode('server/dist/main.js', {
  ...database.env,
  PORT: String(port),
  PUBLIC_URL: url,
  LIMIT_SCALE: '1000',
  LOG_LEVEL: 'warn',
})
await waitUntilReady(server, url)
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
// Functions that run in the page use a helper of the compiler that exists only in this process.
await browser.addInitScript('globalThis.__name = (one) => one')
await browser.route(`${url}/bare`, (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Bare</title><h1>A bare page</h1>' }),
)
try {
  const scores = options.lighthouse ? await measureScores() : {}
  await createProjects(projectCount - lighthouseProjectCount)
  const loads = await measureLoads(browser)
  const scrolls = await measureScrolls(browser)
  report(loads, scrolls, scores)
} finally {
  await browser.close()
  await stopProcess(server)
  await database.remove()
}
process.exit(0)

type Target = { name: string; path: string; isSignedIn: boolean }

async function measureLoads(context: BrowserContext): Promise<Map<string, LoadMetrics>> {
  const targets: Target[] = [
    { name: 'bare page', path: '/bare', isSignedIn: false },
    { name: '/login', path: '/login', isSignedIn: false },
    { name: `/projects, ${projectCount}`, path: '/projects', isSignedIn: true },
  ]
  const results = new Map<string, LoadMetrics[]>()
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const target of targets) {
      const page = await context.newPage()
      await setSignIn(page, target.isSignedIn)
      await page.addInitScript(observeLoad)
      await page.goto(url + target.path, { waitUntil: 'networkidle' })
      await page.waitForTimeout(1000)
      const loaded = await page.evaluate(() => (window as unknown as { loaded(): LoadMetrics }).loaded())
      results.set(target.name, [...(results.get(target.name) ?? []), loaded])
      await page.close()
    }
  }
  return new Map([...results].map(([name, all]) => [name, medianFields(all)]))
}

/** Scrolls the console's cards, and the same number of empty boxes. */
async function measureScrolls(context: BrowserContext): Promise<Map<string, ScrollMetrics>> {
  const page = await context.newPage()
  await setSignIn(page, true)
  const found = new Map<string, ScrollMetrics[]>()
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const name of ['bare boxes', 'cards']) {
      await page.goto(`${url}/projects`, { waitUntil: 'networkidle' })
      if (name === 'bare boxes') await page.evaluate(showBoxes, projectCount)
      const scrolled = await page.evaluate(measureScroll)
      found.set(name, [...(found.get(name) ?? []), scrolled])
    }
  }
  await page.close()
  return new Map([...found].map(([name, all]) => [name, medianFields(all)]))
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
    await setSignIn(page, isSignedIn)
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

function report(
  loads: Map<string, LoadMetrics>,
  scrolls: Map<string, ScrollMetrics>,
  scores: Record<string, number>,
) {
  console.log('\n| load | first paint ms | largest paint ms | blocked ms | layout shift |')
  for (const [name, { firstPaint, largestPaint, blocked, layoutShift }] of loads) {
    const verdict = layoutShift <= goals.layoutShift ? 'pass' : 'MISS'
    console.log(
      `| ${name} | ${firstPaint.toFixed(0)} | ${largestPaint.toFixed(0)} | ${blocked.toFixed(0)} | ${layoutShift.toFixed(3)} ${verdict} |`,
    )
  }
  console.log(`\n| scroll of ${projectCount} | frames | median ms | p99 ms | longest ms |`)
  for (const [name, { frames, median, p99, longest }] of scrolls) {
    console.log(
      `| ${name} | ${frames.toFixed(0)} | ${median.toFixed(1)} | ${p99.toFixed(1)} | ${longest.toFixed(1)} |`,
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

async function setSignIn(page: Page, isSignedIn: boolean): Promise<void> {
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

async function createProjects(count: number): Promise<void> {
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
