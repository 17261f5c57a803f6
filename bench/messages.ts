import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Kind } from './kit/database.ts'
import { asked, root, startNode, stop } from './kit/processes.ts'
import { verdicts } from './messages/goals.ts'
import type { Load, Measured, Task } from './messages/load.ts'
import { type LoadName, rowOf, table } from './messages/report.ts'
import { type Crowd, type SystemName, startSystem } from './messages/systems.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    observers: { type: 'string', default: '20' },
    tenants: { type: 'string', default: '1' },
  },
})
const repeats = options.quick ? 1 : 3
const times = options.quick ? { warmSeconds: 1, seconds: 2 } : { warmSeconds: 1, seconds: 4 }
const crowd: Crowd = {
  tenants: Number(options.tenants),
  senders: 1000,
  observersPerTenant: Number(options.observers) / Number(options.tenants),
}
const loads: Record<LoadName, Load> = {
  'closed 100': { connections: 100, perSecond: null, ...times },
  'closed 1000': { connections: 1000, perSecond: null, ...times },
  'open 1000/s': { connections: 1000, perSecond: 1000, ...times },
}
const mostMinutes = 25

setTimeout(() => {
  console.error(`The benchmark did not end within ${mostMinutes} minutes`)
  process.exit(1)
}, mostMinutes * 60_000).unref()

const kinds: Kind[] = process.env.DATABASE_URL ? ['PostgreSQL', 'PGlite'] : ['PGlite']
const systems: SystemName[] = ['bare Socket.IO', 'bare naive', 'bare group commit', 'product']
const found = new Map<string, Measured[]>()

// Every repeat goes through all systems, so that a noisy minute of the machine is not one system's alone.
for (let repeat = 1; repeat <= repeats; repeat++) {
  for (const kind of kinds) {
    for (const system of systems) {
      if (system === 'bare Socket.IO' && kind !== kinds[0]) continue
      if (!`${kind} ${system}`.includes(options.only)) continue
      process.stdout.write(`  ${repeat}/${repeats} ${kind}, ${system}`.padEnd(50))
      const measured = await measure(system, kind)
      for (const [load, one] of measured) {
        const key = `${kind}|${system}|${load}`
        found.set(key, [...(found.get(key) ?? []), one])
      }
      console.log(measured.map(([load, { perSecond }]) => `${load}: ${Math.round(perSecond)}/s`).join(', '))
    }
  }
}
report()
process.exit(0)

async function measure(system: SystemName, kind: Kind): Promise<[LoadName, Measured][]> {
  const running = await startSystem(system, kind, crowd)
  const generator = startNode('bench/messages/load.ts', {})
  const ask = (task: Task) =>
    asked(generator, task).catch((error: Error) => {
      throw new Error(`${system} on ${kind}: ${error.message}`)
    })
  try {
    const { senders, observers, watched } = running
    await ask({ do: 'connect', senders, observers, watched })
    const measured: [LoadName, Measured][] = []
    for (const [name, load] of Object.entries(loads)) {
      measured.push([name as LoadName, await ask({ do: 'run', load })])
      await running.settle()
    }
    return measured
  } finally {
    await stop(generator)
    await running.stop()
  }
}

function report(): void {
  const rows = [...found].map(([key, all]) => {
    const [kind, system, load] = key.split('|') as [Kind, SystemName, LoadName]
    return rowOf({ database: system === 'bare Socket.IO' ? null : kind, system, load }, all)
  })
  console.log(`\n${table(rows)}\n`)
  const judged = kinds.map((kind) => ({
    kind,
    verdicts: verdicts(rows.filter((row) => row.database === kind)),
  }))
  for (const { kind, verdicts } of judged) {
    for (const { goal, value, asked, passes } of verdicts) {
      console.log(`${kind.padEnd(10)}  ${goal}: ${value.toFixed(2)} (${asked}): ${passes ? 'pass' : 'MISS'}`)
    }
  }
  const errors = rows.reduce((sum, row) => sum + row.errors, 0)
  console.log(errors === 0 ? 'No send was refused.' : `${errors} sends were refused.`)
  if (options.only) return
  const directory = path.join(root, 'bench/results')
  mkdirSync(directory, { recursive: true })
  const result = {
    at: new Date().toISOString(),
    node: process.version,
    repeats,
    ...times,
    crowd,
    rows,
    judged,
  }
  writeFileSync(path.join(directory, 'messages.json'), `${JSON.stringify(result, null, 2)}\n`)
}
