import { type AgentProfile, agentProfile, agentProfileRoutes } from '@aichat/contracts/ai/agent-profile'
import type { App } from '../app.ts'
import { listChanges } from '../audit/list-changes.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Http } from '../kit/http/http.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { lockProject } from '../projects/store.ts'
import { getProfile, updateProfile } from './store.ts'

const fields = Object.keys(agentProfile.shape) as (keyof AgentProfile)[]

type Dependencies = Pick<App, 'models'>

export function mountAgentProfile(http: Http, app: Dependencies): void {
  serve(http, agentProfileRoutes, { projectId: requireProject })({
    get: ({ sql, project }) => getProfile(sql, project.id),
    dataUse: withoutTransaction(async ({ caller, project }) => {
      const { model, embedder, host } = await app.models.get({
        companyId: caller.companyId,
        projectId: project.id,
      })
      return {
        model: model && { name: model.name, host: host ?? '' },
        embedding: embedder && { name: embedder.name, host: host ?? '' },
      }
    }),
    save: async ({ sql, actor, project, body }) => {
      await lockProject(sql, project.id)
      const before = await getProfile(sql, project.id)
      const after = await updateProfile(sql, project.id, body)
      const changes = listChanges(before, after, fields)
      const subject = { kind: 'project' as const, id: project.id, name: project.name, changes }
      if (changes.length > 0) await recordAuditEvent(sql, actor, 'profile_changed', subject)
      return after
    },
  })
}
