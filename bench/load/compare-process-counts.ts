import type { ChildProcess } from 'node:child_process'
import { limitCpu, removeCpuLimit } from '../kit/cpu.ts'
import { request, startNode, stopProcess } from '../kit/processes.ts'
import type { Load, LoadResult, Task } from './clients.ts'
import { type Installation, openProduct, type Population } from './installations.ts'

/** Share of a processor for each server: low enough that the servers are saturated before everything else. */
export const cpuShare = 0.3
/** Messages in flight at any time. */
export const inFlightPerProcess = 16
const rounds = 7

type Contestant = { installation: Installation; generator: ChildProcess; inFlight: number }

/**
 * Throughput of one process and of two, each limited to a share of a processor. Both installations run and are measured in
 * turn, so that a slow phase of the machine affects both. Returns null where processes cannot be limited.
 */
export async function compareProcessCounts(
  population: Population,
  load: Load,
): Promise<[LoadResult, LoadResult][] | null> {
  console.log('  one process and two, in turn')
  const contestants: Contestant[] = []
  const run = ({ generator, inFlight }: Contestant): Promise<LoadResult> => {
    const task: Task = { do: 'run', load: { ...load, inFlight } }
    return request(generator, task)
  }
  try {
    for (const processes of [1, 2] as const) {
      const installation = await openProduct(processes, population)
      const generator = startNode('bench/load/clients.ts', {})
      contestants.push({ installation, generator, inFlight: inFlightPerProcess * processes })
      const { visitors, agents, servers } = installation
      const task: Task = { do: 'connect', visitors, agents }
      await request(generator, task)
      await installation.updateStatistics()
      if (!servers.every(limitServer)) return null
    }
    const [one, two] = contestants as [Contestant, Contestant]
    const results: [LoadResult, LoadResult][] = []
    for (let round = 0; round < rounds; round++) {
      const before = round % 2 === 0 ? await run(one) : null
      const ofTwo = await run(two)
      results.push([before ?? (await run(one)), ofTwo])
    }
    return results
  } finally {
    for (const { installation, generator } of contestants) {
      await stopProcess(generator)
      await installation.close()
    }
  }
}

function limitServer(server: ChildProcess): boolean {
  const pid = server.pid as number
  if (!limitCpu(pid, cpuShare)) return false
  server.once('exit', () => removeCpuLimit(pid))
  return true
}
