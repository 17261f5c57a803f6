import { type Usage, usageLimits, usageRoutes, usageSentences } from '@aichat/contracts/company/usage'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { listProjectNames, listUsage, type UsageRow } from './store.ts'
import { addCounts, noCounts, type UsageCounts } from './usage-counts.ts'

const dayMs = 86_400_000

type Dependencies = Pick<App, 'clock' | 'db' | 'quotas' | 'usage'>

export function mountUsage(http: Http, app: Dependencies): void {
  serve(
    http,
    usageRoutes,
  )({
    get: withoutTransaction(async ({ caller: { companyId }, query }) => {
      await app.usage.flush(companyId)
      const { found, names } = await app.db.company(companyId, async (sql) => ({
        found: await listUsage(sql, query, app.clock.now()),
        names: await listProjectNames(sql),
      }))
      const { from, to, rows } = found
      if (from > to) refuse(400, usageSentences.order, 'from')
      if ((Date.parse(to) - Date.parse(from)) / dayMs >= usageLimits.maxDays)
        refuse(400, usageSentences.tooLong, 'from')
      return {
        from,
        to,
        projects: toProjects(rows, names),
        other: toTotals(rows.filter(({ projectId }) => projectId === null)),
        days: toDays(rows),
        limits: await app.quotas.get(companyId),
      }
    }),
  })
}

function toProjects(rows: UsageRow[], names: { projectId: string; name: string }[]): Usage['projects'] {
  const ids = new Set(names.map(({ projectId }) => projectId))
  const deleted = new Set(
    rows.flatMap(({ projectId }) => (projectId && !ids.has(projectId) ? [projectId] : [])),
  )
  return [...names, ...[...deleted].map((projectId) => ({ projectId, name: null }))].map((project) => ({
    ...project,
    ...toTotals(rows.filter(({ projectId }) => projectId === project.projectId)),
  }))
}

function toDays(rows: UsageRow[]): Usage['days'] {
  const keys = new Map(rows.map(({ day, source }) => [`${day} ${source}`, { day, source }]))
  return [...keys.values()].map((key) => ({
    ...key,
    ...toTotals(rows.filter(({ day, source }) => day === key.day && source === key.source)),
  }))
}

function toTotals(rows: UsageCounts[]): Omit<UsageCounts, 'cost'> & { estimatedCost: number | null } {
  const { cost, ...counts } = rows.reduce(addCounts, noCounts)
  return { ...counts, estimatedCost: cost }
}
