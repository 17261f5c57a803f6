import { type BusinessHours, hoursRoutes } from '@aichat/contracts/company/hours'
import type { Project } from '@aichat/contracts/company/projects'
import { listChanges } from '../audit/list-changes.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany, lockCompany } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { lockProject } from '../projects/store.ts'
import { findHours, listProjectHours, removeHours, saveHours } from './store.ts'

const auditedFields = ['timeZone', 'week', 'exceptions', 'outsideHours'] as const

export function mountHours(http: Http): void {
  serve(http, hoursRoutes, { projectId: requireProject })({
    list: async ({ sql }) => ({
      company: await findHours(sql, null),
      projects: await listProjectHours(sql),
    }),
    saveCompany: ({ sql, actor, body }) => changeHours(sql, actor, null, body),
    removeCompany: ({ sql, actor }) => changeHours(sql, actor, null, null),
    saveProject: ({ sql, actor, project, body }) => changeHours(sql, actor, project, body),
    removeProject: ({ sql, actor, project }) => changeHours(sql, actor, project, null),
  })
}

/** Replaces or removes (null) the schedule of the company (without a project) or of a project, and records what has changed. */
async function changeHours<Hours extends BusinessHours | null>(
  sql: Sql,
  actor: Actor,
  project: Project | null,
  hours: Hours,
): Promise<Hours> {
  const projectId = project?.id ?? null
  if (projectId) await lockProject(sql, projectId)
  else await lockCompany(sql)
  const before = await findHours(sql, projectId)
  if (hours) await saveHours(sql, actor.companyId, projectId, hours)
  else await removeHours(sql, projectId)
  const none: Partial<BusinessHours> = {}
  const changes = listChanges(before ?? none, hours ?? none, auditedFields)
  if (changes.length > 0) {
    const { id, name } = project ?? (await getCompany(sql))
    const kind = project ? ('project' as const) : ('company' as const)
    await recordAuditEvent(sql, actor, 'hours_changed', { kind, id, name, changes })
  }
  return hours
}
