import type { Db } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import {
  type CountDifference,
  compareCounts,
  compareFacts,
  type FactDifference,
  listCompanies,
  listCountedSessions,
} from './recompute-store.ts'
import { refreshFacts } from './refresh-facts.ts'

const pageSize = 500

export type ReportCheck = { compared: number; facts: FactDifference[]; counts: CountDifference[] }

/**
 * Computes what reports count of a company a second time, from all of its messages, and compares. Conversations that change
 * meanwhile are left out.
 */
export async function checkReports(
  db: Pick<Db, 'company' | 'snapshot'>,
  companyId: string,
): Promise<ReportCheck> {
  await refreshFacts(db, companyId, new AbortController().signal)
  const check: ReportCheck = { compared: 0, facts: [], counts: [] }
  for (let afterId = nilId; ; ) {
    const { ids, compared, differences } = await db.snapshot(companyId, async (sql) => {
      const ids = await listCountedSessions(sql, afterId, pageSize)
      return { ids, ...(await compareFacts(sql, ids)) }
    })
    check.compared += compared
    check.facts.push(...differences)
    const lastId = ids.at(-1)
    if (lastId === undefined || ids.length < pageSize) break
    afterId = lastId
  }
  check.counts = await db.snapshot(companyId, compareCounts)
  return check
}

/** One line about each company whose reports differ from its messages, and how many conversations of all companies were compared. */
export async function checkAllReports(
  db: Pick<Db, 'company' | 'snapshot' | 'lookup'>,
): Promise<{ compared: number; differences: string[] }> {
  const companies = await db.lookup(listCompanies)
  const differences: string[] = []
  let compared = 0
  for (const { companyId } of companies) {
    const check = await checkReports(db, companyId)
    compared += check.compared
    if (check.facts.length + check.counts.length > 0)
      differences.push(`company ${companyId}: ${describe(check)}`)
  }
  return { compared, differences }
}

function describe({ facts: [fact, ...facts], counts: [count, ...counts] }: ReportCheck): string {
  const words: string[] = []
  if (fact) {
    const names = Object.keys({ ...fact.stored, ...fact.recomputed }).filter(
      (name) => JSON.stringify(fact.stored?.[name]) !== JSON.stringify(fact.recomputed?.[name]),
    )
    words.push(
      `conversations that differ: ${facts.length + 1}, such as ${fact.sessionId} in ${names.join(', ')}`,
    )
  }
  if (count)
    words.push(
      `sums that differ: ${counts.length + 1}, such as ${count.measure} on ${count.day}: ${count.stored}, not ${count.recomputed}`,
    )
  return words.join('; ')
}
