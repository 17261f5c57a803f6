import type { DatabaseKind } from '../kit/database.ts'
import type { Row } from './report.ts'

export type Verdict = { goal: string; value: number; target: string; passes: boolean }

/** Compares the product with the bare limits of the same run. */
export function judgeGoals(rows: Row[], database: DatabaseKind): Verdict[] {
  const findRow = (system: Row['system'], load: Row['load']) =>
    rows.find((row) => row.system === system && row.load === load)
  const saturated = {
    product: findRow('product', 'closed 1000'),
    naive: findRow('bare naive', 'closed 1000'),
    group: findRow('bare group commit', 'closed 1000'),
  }
  const steady = {
    product: findRow('product', 'open 1000/s'),
    group: findRow('bare group commit', 'open 1000/s'),
  }
  if (!saturated.product || !saturated.naive || !saturated.group || !steady.product || !steady.group)
    return []
  return [
    atLeast(
      'R1 messages per second / bare group commit',
      database === 'PostgreSQL' ? 0.9 : 0.8,
      saturated.product.perSecond / saturated.group.perSecond,
    ),
    atLeast(
      'R1 messages per second / bare naive',
      2.5,
      saturated.product.perSecond / saturated.naive.perSecond,
    ),
    atMost(
      'R2 p50 send to ack at 1000/s / bare group commit',
      2.5,
      steady.product.ackP50 / steady.group.ackP50,
    ),
    atMost(
      'R2 p99 send to ack at 1000/s / bare group commit',
      2.5,
      steady.product.ackP99 / steady.group.ackP99,
    ),
    atMost(
      'R3 processor time a message / bare group commit',
      1.5,
      cpuMicrosecondsPerMessage(saturated.product) / cpuMicrosecondsPerMessage(saturated.group),
    ),
  ]
}

function cpuMicrosecondsPerMessage({ serverMicroseconds, databaseMicroseconds }: Row): number {
  return serverMicroseconds + (databaseMicroseconds ?? 0)
}

function atLeast(goal: string, limit: number, value: number): Verdict {
  return { goal, value, target: `at least ${limit}`, passes: value >= limit }
}

function atMost(goal: string, limit: number, value: number): Verdict {
  return { goal, value, target: `at most ${limit}`, passes: value <= limit }
}
