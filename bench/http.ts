import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../server/test/kit/ports.ts'
import { type Measured, measure } from './http/load.ts'
import { seedSessions } from './http/seed.ts'
import { createBenchDatabase } from './kit/database.ts'
import { median } from './kit/median.ts'
import { root, startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { createCompany, productEntryPoint, productEnv } from './kit/product.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, sessions: { type: 'string', default: '2000' } },
})
if (!process.env.DATABASE_URL) {
  console.log('  DATABASE_URL is not set: this benchmark compares with bare PostgreSQL')
  process.exit(0)
}
const repeats = options.quick ? 1 : 5
const seconds = options.quick ? 2 : 4
const results = new Map<string, Measured[]>()

const database = await createBenchDatabase('PostgreSQL')
const databaseUrl = database.env.DATABASE_URL as string
const servers: ChildProcess[] = []
try {
  const product = await start(productEntryPoint(), productEnv)
  const company = await createCompany(product.url, 0)
  await seedSessions(databaseUrl, company.id, Number(options.sessions))
  const bare = await start('bench/bare/http.ts', {})
  const headers = { authorization: `Bearer ${company.accessToken}` }
  const systems = {
    'bare Fastify, constant': { ...bare, path: '/hello' },
    'bare Fastify and pg': { ...bare, path: `/rows?company=${company.id}` },
    'bare, JSON built in SQL': { ...bare, path: `/sql?company=${company.id}` },
    'product, /livez': { ...product, path: '/livez' },
    'product, public config': { ...product, path: `/api/public/${company.publicKey}` },
    'product, GET /api/sessions': {
      ...product,
      path: '/api/sessions?status=active&limit=50',
      headers: headers,
    },
  }
  for (let repeat = 1; repeat <= repeats; repeat++) {
    for (const [name, system] of Object.entries(systems)) {
      const one = await measure({ ...system, database: database.localName, seconds })
      results.set(name, [...(results.get(name) ?? []), one])
      console.log(`  ${repeat}/${repeats} ${name.padEnd(28)} ${Math.round(one.perSecond)}/s`)
    }
  }
  report()
} finally {
  for (const server of servers) await stopProcess(server)
  await database.remove()
}
process.exit(0)

async function start(file: string, env: Record<string, string>) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(file, { ...env, ...database.env, PORT: String(port) })
  servers.push(child)
  await waitUntilReady(child, url)
  return { url, server: child.pid as number }
}

function report(): void {
  const rows = [...results].map(([system, all]) => ({
    system,
    perSecond: median(all.map((one) => one.perSecond)),
    p50: median(all.map((one) => one.p50)),
    p99: median(all.map((one) => one.p99)),
    serverMicroseconds: median(all.map((one) => one.serverMicroseconds)),
    databaseMicroseconds: median(all.map((one) => one.databaseMicroseconds)),
    bytes: all[0]?.bytes ?? 0,
  }))
  console.log('\n| system | requests/s | p50 ms | p99 ms | server µs | PG µs | bytes |')
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  for (const row of rows) {
    console.log(
      `| ${row.system} | ${Math.round(row.perSecond).toLocaleString('en')} | ${row.p50} | ${row.p99} | ${Math.round(row.serverMicroseconds)} | ${Math.round(row.databaseMicroseconds)} | ${row.bytes.toLocaleString('en')} |`,
    )
  }
  const rate = (system: string) => rows.find((row) => row.system === system)?.perSecond ?? Number.NaN
  const inbox = rate('product, GET /api/sessions')
  const goals = [
    ['H1 inbox / bare Fastify and pg', inbox / rate('bare Fastify and pg'), 1],
    ['H1 inbox / JSON built in SQL (aim)', inbox / rate('bare, JSON built in SQL'), 0.65],
    ['H2 /livez / bare constant', rate('product, /livez') / rate('bare Fastify, constant'), 0.45],
    [
      'H2 public config / bare constant',
      rate('product, public config') / rate('bare Fastify, constant'),
      0.45,
    ],
  ] as const
  console.log()
  for (const [goal, value, asked] of goals) {
    console.log(`${goal}: ${value.toFixed(2)} (at least ${asked}): ${value >= asked ? 'pass' : 'MISS'}`)
  }
  const directory = path.join(root, 'bench/results')
  mkdirSync(directory, { recursive: true })
  const result = { at: new Date().toISOString(), node: process.version, repeats, seconds, rows, goals }
  writeFileSync(path.join(directory, 'http.json'), `${JSON.stringify(result, null, 2)}\n`)
}
