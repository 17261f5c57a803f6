import { type BusinessHours, hoursRoutes } from '@aichat/contracts/hours'
import type { Project } from '@aichat/contracts/projects'
import type { App } from '../app.ts'
import { listChanges } from '../audit/list-changes.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany, lockCompany } from '../companies/store.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { lockProject } from '../projects/store.ts'
import { findHours, listProjectHours, removeHours, saveHours } from './store.ts'

const auditedFields = ['timeZone', 'week', 'exceptions', 'outsideHours'] as const

export function mountHours(http: Http, app: App): void {
  serve(http, hoursRoutes, { projectId: requireProject(app) })({
    list: ({ caller }) =>
      app.db.company(caller.companyId, async (sql) => ({
        company: await findHours(sql, null),
        projects: await listProjectHours(sql),
      })),
    saveCompany: ({ actor, body }) => changeHours(app, actor, null, body),
    removeCompany: ({ actor }) => changeHours(app, actor, null, null),
    saveProject: ({ actor, project, body }) => changeHours(app, actor, project, body),
    removeProject: ({ actor, project }) => changeHours(app, actor, project, null),
  })
}

/** Replaces or removes (null) the schedule of the company (without a project) or of a project, and records what has changed. */
function changeHours<Hours extends BusinessHours | null>(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  project: Project | null,
  hours: Hours,
): Promise<Hours> {
  const projectId = project?.id ?? null
  return db.company(actor.companyId, async (sql) => {
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
  })
}
