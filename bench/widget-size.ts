import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'esbuild'
import { findFreePort } from '../server/test/kit/ports.ts'
import { createBenchDatabase } from './kit/database.ts'
import { median } from './kit/median.ts'
import { root, startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { createCompany } from './kit/product.ts'
import { peers } from './widget-size/peers.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const repeats = options.quick ? 3 : 7
const goals = { before: 5_000, opened: 40_000, script: 2 }
const throttle = 4

const database = await createBenchDatabase('PGlite')
const port = await findFreePort()
const url = `http://localhost:${port}`
const server = startNode('server/dist/main.js', {
  ...database.env,
  PORT: String(port),
  PUBLIC_URL: url,
  LIMIT_SCALE: '1000',
  LOG_LEVEL: 'warn',
})
await waitUntilReady(server, url)
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
try {
  const { publicKey } = await createCompany(url, 0)
  const embedCode = `<script src="${url}/widgets/loader.js" data-key="${publicKey}" async></script>`
  const sizes = await measureSizes(publicKey)
  const scripts = await measureScripts(browser, embedCode)
  report(sizes, scripts)
} finally {
  await browser.close()
  await stopProcess(server)
  await database.remove()
}
process.exit(0)

type Sizes = { before: number; opened: number; later: number }

/** Sizes for a browser without Brotli. `later` are all files that are loaded when they are first needed. */
async function measureSizes(publicKey: string): Promise<Sizes> {
  const config = await (await fetch(`${url}/api/public/${publicKey}?launcher=1`)).text()
  const fullConfig = await (await fetch(`${url}/api/public/${publicKey}`)).text()
  const frame = await (await fetch(`${url}/widgets/frame/${publicKey}`)).text()
  const weigh = (text: string | Buffer) => gzipSync(text, { level: 9 }).length
  const file = (name: string) => weigh(readFileSync(path.join(root, 'widget/dist', name)))
  const version = readFileSync(path.join(root, 'widget/dist/version'), 'utf8')
  const before = file('loader.js') + weigh(config)
  const atOnce = ['bridge.js', 'minimal-bundle.js', 'minimal-bundle.css']
  const later = readdirSync(path.join(root, 'widget/dist', version)).filter(
    (name) => /\.(?:js|css|json)$/.test(name) && !atOnce.includes(name) && !/^(?:words-|preview-)/.test(name),
  )
  const sum = (names: string[]) => names.reduce((total, name) => total + file(`${version}/${name}`), 0)
  return { before, opened: before + weigh(frame) + weigh(fullConfig) + sum(atOnce), later: sum(later) }
}

type Scripts = { floor: number; chat: number }

/** Script time in milliseconds beyond that of an empty page, of the minimal chat and of our opened chat. */
async function measureScripts(browser: Browser, embedCode: string): Promise<Scripts> {
  const floor = await floorBundle()
  const pages = {
    empty: '',
    floor: `<div id="root"></div><script>${floor}</script>`,
    chat: embedCode,
  }
  const results = { empty: [] as number[], floor: [] as number[], chat: [] as number[] }
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
      results[name].push(await scriptTime(browser, pages[name], name === 'chat'))
    }
  }
  const empty = median(results.empty)
  return { floor: median(results.floor) - empty, chat: median(results.chat) - empty }
}

/** The page has the product's origin, so that the script time of the iframe is included. */
async function scriptTime(browser: Browser, body: string, isOpened: boolean): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route(`${url}/shop`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Shop</title>${body}` }),
  )
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await page.goto(`${url}/shop`)
  if (isOpened) {
    await page.evaluate(() => (window as unknown as { aichat(command: string): void }).aichat('open'))
    await page.frameLocator('iframe').getByRole('textbox', { name: 'Message' }).waitFor()
  }
  await page.waitForTimeout(1500)
  const { metrics } = await session.send('Performance.getMetrics')
  await context.close()
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

async function floorBundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: readFileSync(path.join(root, 'bench/widget-size/floor.tsx'), 'utf8'),
      loader: 'tsx',
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')
}

function report(sizes: Sizes, scripts: Scripts): void {
  const verdict = (value: number, max: number) => (value <= max ? 'pass' : 'MISS')
  console.log('\n| widget | gzip bytes | |')
  console.log(`| ours, before it is opened | ${sizes.before} | W1 ${verdict(sizes.before, goals.before)} |`)
  console.log(`| ours, opened | ${sizes.opened} | W2 ${verdict(sizes.opened, goals.opened)} |`)
  console.log(`| ours, with all that is loaded when it is first needed | ${sizes.opened + sizes.later} | |`)
  for (const { name, gzip } of peers) {
    console.log(`| ${name} | ${gzip} | ${(gzip / sizes.opened).toFixed(1)} times ours |`)
  }
  const ratio = scripts.chat / scripts.floor
  console.log(`\n| script at ${throttle}x throttle, over an empty page | ms | |`)
  console.log(`| floor: preact and socket.io-client | ${scripts.floor.toFixed(0)} | 1 |`)
  console.log(
    `| ours, launcher and opened chat | ${scripts.chat.toFixed(0)} | ${ratio.toFixed(2)} W3 ${verdict(ratio, goals.script)} |`,
  )
  const directory = path.join(root, 'bench/results')
  mkdirSync(directory, { recursive: true })
  const result = { at: new Date().toISOString(), repeats, sizes, scripts, ratio }
  writeFileSync(path.join(directory, 'widget-size.json'), `${JSON.stringify(result, null, 2)}\n`)
}
