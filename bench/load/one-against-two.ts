import type { ChildProcess } from 'node:child_process'
import { forgetLimit, limitProcessor } from '../kit/cpu.ts'
import { asked, startNode, stop } from '../kit/processes.ts'
import type { Load, Seen, Task } from './crowd.ts'
import { type Crowd, type Installation, openProduct } from './installations.ts'

/** Of one processor, for each server: so little that they are full before all else is. */
export const serversShare = 0.3
/** Messages: people wait for so many at any time. */
export const underwayPerServer = 16
const rounds = 7

type Side = { installation: Installation; generator: ChildProcess; underway: number }

/**
 * What one process and two get done with little of a processor each. Both are open and take turns, so that a machine that
 * grows slow grows slow for both. Null where servers cannot be limited.
 */
export async function oneAgainstTwo(crowd: Crowd, load: Load): Promise<[Seen, Seen][] | null> {
  console.log('  one process and two in turns')
  const sides: Side[] = []
  const run = ({ generator, underway }: Side): Promise<Seen> => {
    const task: Task = { do: 'run', load: { ...load, underway } }
    return asked(generator, task)
  }
  try {
    for (const processes of [1, 2] as const) {
      const installation = await openProduct(processes, crowd)
      const generator = startNode('bench/load/crowd.ts', {})
      sides.push({ installation, generator, underway: underwayPerServer * processes })
      const { visitors, agents, servers } = installation
      const task: Task = { do: 'connect', visitors, agents }
      await asked(generator, task)
      await installation.settle()
      if (!servers.every(isLimited)) return null
    }
    const [one, two] = sides as [Side, Side]
    const seen: [Seen, Seen][] = []
    for (let round = 0; round < rounds; round++) {
      const before = round % 2 === 0 ? await run(one) : null
      const ofTwo = await run(two)
      seen.push([before ?? (await run(one)), ofTwo])
    }
    return seen
  } finally {
    for (const { installation, generator } of sides) {
      await stop(generator)
      await installation.close()
    }
  }
}

function isLimited(server: ChildProcess): boolean {
  const pid = server.pid as number
  if (!limitProcessor(pid, serversShare)) return false
  server.once('exit', () => forgetLimit(pid))
  return true
}
