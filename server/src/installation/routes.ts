import { installationRoutes, originOf } from '@aichat/contracts/installation'
import type { App } from '../app.ts'
import { record } from '../audit/store.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { lockProject } from '../projects/store.ts'
import { installationOf, setOrigins } from './store.ts'

export function mountInstallation(http: Http, app: App): void {
  const { db } = app
  serve(http, installationRoutes, { projectId: requireProject(app) })({
    get: ({ caller, project }) => db.company(caller.companyId, (sql) => installationOf(sql, project.id)),

    saveOrigins: ({ caller, project, body, request }) =>
      db.company(caller.companyId, async (sql) => {
        await lockProject(sql, project.id)
        const before = (await installationOf(sql, project.id)).origins
        const origins = [...new Set(body.origins.map(originOf))].filter((origin) => origin !== null)
        const [from, to] = [before.join(' '), origins.join(' ')]
        if (from !== to) {
          await setOrigins(sql, project.id, origins)
          await record(sql, { ...caller, address: request.ip }, 'origins_changed', {
            kind: 'project',
            id: project.id,
            name: project.name,
            field: 'origins',
            from,
            to,
          })
        }
        return installationOf(sql, project.id)
      }),
  })
}
