import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../server/test/kit/ports.ts'
import { createBenchDatabase } from './kit/database.ts'
import { median } from './kit/median.ts'
import { startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { productEntryPoint, productEnv } from './kit/product.ts'
import { measureReading } from './memory/read-files.ts'

/** Resident memory of one process in MB: the highest so far, and the present one. */
type Memory = { peak: number; idle: number }

const { values: options } = parseArgs({
  options: {
    repeats: { type: 'string', default: '3' },
    'idle-seconds': { type: 'string', default: '30' },
    only: { type: 'string' },
    /** Of each file that is read; just below the longest text of an item by default. */
    characters: { type: 'string', default: '990000' },
  },
})
const idleMs = Number(options['idle-seconds']) * 1000
const megabyte = 1000

const measured = new Map<string, Memory[]>()
const readingGrowths: number[] = []
for (let repeat = 1; repeat <= Number(options.repeats); repeat++) {
  console.log(`  Repeat ${repeat} of ${options.repeats}`)
  if (options.only !== 'reading') {
    await measureEmbedded('bare PGlite', startBare)
    await measureEmbedded('product', startProduct)
    if (process.env.DATABASE_URL) await measurePostgres()
  }
  if (options.only !== 'idle') await measureReadingFiles()
}
if (measured.size > 0) report()
if (readingGrowths.length > 0)
  verdict('M3 growth while four files are read', median(readingGrowths), 30, null)
process.exit(0)

/** A first start in an empty directory, and a second start with what the first one left there. */
async function measureEmbedded(name: string, start: typeof startProduct): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-memory-'))
  const environment = { DATA_DIR: path.join(directory, 'data') }
  try {
    note(`${name}, first start`, await start(environment))
    note(`${name}, second start`, await start(environment))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measureReadingFiles(): Promise<void> {
  const database = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = startNode(productEntryPoint(), { ...productEnv, ...database.env, PORT: String(port) })
  try {
    await waitUntilReady(server, url)
    const growth = await measureReading(url, server.pid as number, Number(options.characters))
    console.log(`  Reading four files: +${Math.round(growth)} MB`)
    readingGrowths.push(growth)
  } finally {
    await stopProcess(server)
    await database.remove()
  }
}

async function measurePostgres(): Promise<void> {
  const database = await createBenchDatabase('PostgreSQL')
  try {
    note('product on PostgreSQL', await startProduct(database.env))
  } finally {
    await database.remove()
  }
}

async function startProduct(environment: Record<string, string>): Promise<Memory> {
  const port = await findFreePort()
  const server = startNode(productEntryPoint(), { ...productEnv, ...environment, PORT: String(port) })
  await waitUntilReady(server, `http://127.0.0.1:${port}`)
  const memory = await observe(server.pid as number)
  server.kill('SIGTERM')
  await once(server, 'exit')
  return memory
}

async function startBare({ DATA_DIR }: Record<string, string>): Promise<Memory> {
  // Compiled by a loader as the product is not, which costs some 30 MB: so the bundle is what runs.
  const bare = startNode(await bundledBare(), { DATA_DIR: `${DATA_DIR}-bare` })
  await once(bare, 'message')
  const memory = await observe(bare.pid as number)
  bare.send('stop')
  await once(bare, 'exit')
  return memory
}

async function bundledBare(): Promise<string> {
  const { build } = await import('esbuild')
  const outfile = 'bench/results/bare-pglite.mjs'
  await build({
    entryPoints: ['bench/bare/pglite.ts'],
    outfile,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    bundle: true,
  })
  return outfile
}

async function observe(pid: number): Promise<Memory> {
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / megabyte
  return { peak: read('VmHWM'), idle: read('VmRSS') }
}

function note(name: string, memory: Memory): void {
  measured.set(name, [...(measured.get(name) ?? []), memory])
}

function of(name: string, kind: keyof Memory): number {
  return median((measured.get(name) ?? []).map((memory) => memory[kind]))
}

function report(): void {
  console.table(
    Object.fromEntries(
      [...measured.keys()].map((name) => [
        name,
        { 'peak MB': Math.round(of(name, 'peak')), 'idle MB': Math.round(of(name, 'idle')) },
      ]),
    ),
  )
  const first = of('bare PGlite, first start', 'peak')
  const idle = of('bare PGlite, second start', 'idle')
  verdict('M1 first start, peak', of('product, first start', 'peak'), 450, first)
  verdict('M1 after the first start, idle', of('product, first start', 'idle'), 300, idle)
  verdict('M1 after a later start, idle', of('product, second start', 'idle'), 300, idle)
  if (measured.has('product on PostgreSQL'))
    verdict('M2 on PostgreSQL, idle', of('product on PostgreSQL', 'idle'), 150, null)
}

/** The limit is absolute, or 1.3 times bare PGlite plus 150 MB where that is more. */
function verdict(goal: string, value: number, absolute: number, bare: number | null): void {
  const limit = Math.max(absolute, bare === null ? 0 : 1.3 * bare + 150)
  const relative =
    bare === null ? '' : ` (${absolute}, or 1.3 × bare + 150 = ${Math.round(1.3 * bare + 150)})`
  console.log(
    `  ${goal}: ${Math.round(value)} MB of at most ${Math.round(limit)}${relative}: ${value <= limit ? 'pass' : 'MISS'}`,
  )
}
