import { agentProfileRoutes } from '@aichat/contracts/agent-profile'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { getProfile, updateProfile } from './store.ts'

export function mountAgentProfile(http: Http, app: App): void {
  serve(http, agentProfileRoutes, { projectId: requireProject(app) })({
    get: ({ caller, project }) => app.db.company(caller.companyId, (sql) => getProfile(sql, project.id)),
    save: ({ caller, project, body }) =>
      app.db.company(caller.companyId, (sql) => updateProfile(sql, project.id, body)),
  })
}
