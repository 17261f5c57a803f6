import type { Row } from './report.ts'

export type Verdict = { goal: string; value: number; asked: string; passes: boolean }

/** The product against the bare limit beside it, both from the same run. */
export function verdicts(rows: Row[]): Verdict[] {
  const of = (system: Row['system'], load: Row['load']) =>
    rows.find((row) => row.system === system && row.load === load)
  const most = {
    product: of('product', 'closed 1000'),
    naive: of('bare naive', 'closed 1000'),
    group: of('bare group commit', 'closed 1000'),
  }
  const steady = { product: of('product', 'open 1000/s'), group: of('bare group commit', 'open 1000/s') }
  if (!most.product || !most.naive || !most.group || !steady.product || !steady.group) return []
  return [
    atLeast('R1 messages per second / bare group commit', 0.6, most.product.perSecond / most.group.perSecond),
    atLeast('R1 messages per second / bare naive', 1.5, most.product.perSecond / most.naive.perSecond),
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
    atMost('R3 processor time a message / bare group commit', 1.8, cpu(most.product) / cpu(most.group)),
  ]
}

function cpu({ serverMicroseconds, databaseMicroseconds }: Row): number {
  return serverMicroseconds + (databaseMicroseconds ?? 0)
}

function atLeast(goal: string, limit: number, value: number): Verdict {
  return { goal, value, asked: `at least ${limit}`, passes: value >= limit }
}

function atMost(goal: string, limit: number, value: number): Verdict {
  return { goal, value, asked: `at most ${limit}`, passes: value <= limit }
}
