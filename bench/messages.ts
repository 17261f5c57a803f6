import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { DatabaseKind } from './kit/database.ts'
import { request, root, startNode, stopProcess } from './kit/processes.ts'
import { judgeGoals } from './messages/goals.ts'
import type { Load, Measured, Task } from './messages/load.ts'
import { createRow, formatTable, type LoadName } from './messages/report.ts'
import { type Population, type SystemName, startSystem } from './messages/systems.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    observers: { type: 'string', default: '20' },
    tenants: { type: 'string', default: '1' },
  },
})
const repeats = options.quick ? 1 : 3
const durations = options.quick ? { warmSeconds: 1, seconds: 2 } : { warmSeconds: 1, seconds: 4 }
const population: Population = {
  tenants: Number(options.tenants),
  senders: 1000,
  observersPerTenant: Number(options.observers) / Number(options.tenants),
}
const loads: Record<LoadName, Load> = {
  'closed 100': { connections: 100, perSecond: null, ...durations },
  'closed 1000': { connections: 1000, perSecond: null, ...durations },
  'open 1000/s': { connections: 1000, perSecond: 1000, ...durations },
}
const maxMinutes = 25

setTimeout(() => {
  console.error(`The benchmark did not end within ${maxMinutes} minutes`)
  process.exit(1)
}, maxMinutes * 60_000).unref()

const kinds: DatabaseKind[] = process.env.DATABASE_URL ? ['PostgreSQL', 'PGlite'] : ['PGlite']
const systems: SystemName[] = ['bare Socket.IO', 'bare naive', 'bare group commit', 'product']
const results = new Map<string, Measured[]>()

// Every repeat measures all systems, so that a slow phase of the machine affects all of them.
for (let repeat = 1; repeat <= repeats; repeat++) {
  for (const kind of kinds) {
    for (const system of systems) {
      if (system === 'bare Socket.IO' && kind !== kinds[0]) continue
      if (!`${kind} ${system}`.includes(options.only)) continue
      process.stdout.write(`  ${repeat}/${repeats} ${kind}, ${system}`.padEnd(50))
      const measured = await measure(system, kind)
      for (const [load, one] of measured) {
        const key = `${kind}|${system}|${load}`
        results.set(key, [...(results.get(key) ?? []), one])
      }
      console.log(measured.map(([load, { perSecond }]) => `${load}: ${Math.round(perSecond)}/s`).join(', '))
    }
  }
}
report()
process.exit(0)

async function measure(system: SystemName, kind: DatabaseKind): Promise<[LoadName, Measured][]> {
  const running = await startSystem(system, kind, population)
  const generator = startNode('bench/messages/load.ts', {})
  const ask = (task: Task) =>
    request(generator, task).catch((error: Error) => {
      throw new Error(`${system} on ${kind}: ${error.message}`)
    })
  try {
    const { senders, observers, watched } = running
    await ask({ do: 'connect', senders, observers, watched })
    const measured: [LoadName, Measured][] = []
    for (const [name, load] of Object.entries(loads)) {
      measured.push([name as LoadName, await ask({ do: 'run', load })])
      await running.updateStatistics()
    }
    return measured
  } finally {
    await stopProcess(generator)
    await running.stop()
  }
}

function report(): void {
  const rows = [...results].map(([key, all]) => {
    const [kind, system, load] = key.split('|') as [DatabaseKind, SystemName, LoadName]
    return createRow({ database: system === 'bare Socket.IO' ? null : kind, system, load }, all)
  })
  console.log(`\n${formatTable(rows)}\n`)
  const judged = kinds.map((kind) => ({
    kind,
    verdicts: judgeGoals(
      rows.filter((row) => row.database === kind),
      kind,
    ),
  }))
  for (const { kind, verdicts } of judged) {
    for (const { goal, value, target, passes } of verdicts) {
      console.log(`${kind.padEnd(10)}  ${goal}: ${value.toFixed(2)} (${target}): ${passes ? 'pass' : 'MISS'}`)
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
    ...durations,
    population,
    rows,
    judged,
  }
  writeFileSync(path.join(directory, 'messages.json'), `${JSON.stringify(result, null, 2)}\n`)
}
