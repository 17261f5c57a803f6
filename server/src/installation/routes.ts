import { installationRoutes, parseOrigin } from '@aichat/contracts/widget/installation'
import { recordAuditEvent } from '../audit/store.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { lockProject } from '../projects/store.ts'
import { getInstallation, setOrigins } from './store.ts'

export function mountInstallation(http: Http): void {
  serve(http, installationRoutes, { projectId: requireProject })({
    get: ({ sql, project }) => getInstallation(sql, project.id),

    saveOrigins: async ({ sql, actor, project, body }) => {
      await lockProject(sql, project.id)
      const before = (await getInstallation(sql, project.id)).origins
      const origins = [...new Set(body.origins.map(parseOrigin))].filter((origin) => origin !== null)
      const [from, to] = [before.join(' '), origins.join(' ')]
      if (from !== to) {
        await setOrigins(sql, project.id, origins)
        await recordAuditEvent(sql, actor, 'origins_changed', {
          kind: 'project',
          id: project.id,
          name: project.name,
          field: 'origins',
          from,
          to,
        })
      }
      return getInstallation(sql, project.id)
    },
  })
}
